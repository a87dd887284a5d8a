/** What an SVG must not contain: it is also shown inline, on a page with a strict content policy. */
const FORBIDDEN = [
  { what: "a script", pattern: /<script/i },
  { what: "foreign content", pattern: /<foreignObject|<iframe|<object|<embed/i },
  { what: "an event handler", pattern: /\son[a-z]+\s*=/i },
  { what: "a raster or a file inside it", pattern: /<image|data:/i },
  { what: "a style sheet", pattern: /<style|\sstyle\s*=/i },
  { what: "lettering that needs a font", pattern: /<text|font-family/i },
  { what: "an entity or document type", pattern: /<!DOCTYPE|<!ENTITY|<\?/i },
  { what: "a reference to somewhere else", pattern: /\b(?:xlink:)?href\s*=\s*"(?!#)/i },
  { what: "a paint from somewhere else", pattern: /url\(\s*(?!#)/i },
] as const

/** Lists everything in the SVG that could run, load or reference external content. An empty list is safe. */
export const unsafeParts = (svg: string): string[] =>
  FORBIDDEN.filter(({ pattern }) => pattern.test(svg)).map(({ what }) => what)

export const idsOf = (svg: string): { defined: string[]; used: string[] } => ({
  defined: [...svg.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1] ?? ""),
  used: [...svg.matchAll(/(?:href="#|url\(#|aria-labelledby=")([^")]+)/g)].map((match) => match[1] ?? ""),
})

const shapesOf = (svg: string): Set<string> =>
  new Set([...svg.matchAll(/\sd="([^"]+)"/g)].map((match) => match[1] ?? ""))

/** The similarity of two SVGs: the share (0 to 1) of path data, by length, that both contain. */
export const likeness = (left: string, right: string): number => {
  const [a, b] = [shapesOf(left), shapesOf(right)]
  const length = (shapes: Iterable<string>) => [...shapes].reduce((sum, shape) => sum + shape.length, 0)
  const common = [...a].filter((shape) => b.has(shape))
  return length(common) / Math.max(1, Math.min(length(a), length(b)))
}
