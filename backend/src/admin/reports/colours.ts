/** The theme's own marks, which change with light and dark: bar and legend of one thing agree. */
const MARKS = {
  orange: { bar: "fill-ui-tag-orange-icon", dot: "bg-ui-tag-orange-icon" },
  blue: { bar: "fill-ui-tag-blue-icon", dot: "bg-ui-tag-blue-icon" },
  green: { bar: "fill-ui-tag-green-icon", dot: "bg-ui-tag-green-icon" },
  purple: { bar: "fill-ui-tag-purple-icon", dot: "bg-ui-tag-purple-icon" },
  grey: { bar: "fill-ui-tag-neutral-icon", dot: "bg-ui-tag-neutral-icon" },
} as const

export type Mark = (typeof MARKS)[keyof typeof MARKS]

export const PLACED = MARKS.grey
export const PAID = MARKS.green

/** Bitcoin is orange everywhere; other methods take what is left in order. */
export function markOfMethod(method: string, methods: readonly string[]): Mark {
  if (method === "Bitcoin") return MARKS.orange
  const others = methods.filter((one) => one !== "Bitcoin")
  return [MARKS.blue, MARKS.purple, MARKS.green][others.indexOf(method) % 3] ?? MARKS.blue
}
