/** Our own line icons on a 24-unit grid, one path each. Every page loads them: what few pages show is drawn there. */
const PATHS = {
  alert: "M12 8v5m0 3.2v.1M12 3.2 2.6 19.5a1 1 0 0 0 .9 1.5h17a1 1 0 0 0 .9-1.5z",
  cart: "M3 9h18l-1.8 9.6a2 2 0 0 1-2 1.6H6.8a2 2 0 0 1-2-1.6zM8 9l3-6m5 6-3-6M9.5 13v3.5m5-3.5v3.5",
  bitcoin:
    "M8 5h5.3a3.4 3.4 0 0 1 0 6.9H8zm0 6.9h6.2a3.5 3.5 0 0 1 0 7.1H8zM8 5H6m2 14H6m4-14V2.8m3.5 2.2V2.8M10 21.2V19m3.5 2.2V19",
  card: "M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5zM3 9.5h18M6.5 15h4",
  check: "m4.5 12.5 5 5 10-11",
  chevron: "m9 5.5 6.5 6.5L9 18.5",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4.5V12l3 2",
  close: "m5.5 5.5 13 13m0-13-13 13",
  leaf: "M5 19c0-9 5-14 15-15 0 10-4 15.5-11 15.5a5 5 0 0 1-2.5-.7M4 21c2-5 5.5-8.5 10-11",
  lock: "M6.5 11h11a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1zM8 11V7.5a4 4 0 0 1 8 0V11m-4 4v2.5",
  mail: "M4 5.5h16a.8.8 0 0 1 .8.8v11.4a.8.8 0 0 1-.8.8H4a.8.8 0 0 1-.8-.8V6.3A.8.8 0 0 1 4 5.5zm-.5 1.2L12 13l8.5-6.3",
  menu: "M3.5 7h17m-17 5h17m-17 5h17",
  minus: "M5.5 12h13",
  phone:
    "M5 3.5h3.5l1.8 4.5-2.2 1.6a12.5 12.5 0 0 0 6.3 6.3l1.6-2.2 4.5 1.8V19a1.8 1.8 0 0 1-1.8 1.8C10.2 20.8 3.2 13.8 3.2 5.3A1.8 1.8 0 0 1 5 3.5z",
  pin: "M12 21.5c4.5-4.7 7-8.3 7-11.7a7 7 0 0 0-14 0c0 3.4 2.5 7 7 11.7zM12 7.3a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2z",
  plus: "M12 5.5v13m-6.5-6.5h13",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm4.7 11.2L20.5 20.5",
  shield: "M12 3 4.5 5.8v5.7c0 4.5 3 8 7.5 9.5 4.5-1.5 7.5-5 7.5-9.5V5.8zm-3.5 9 2.5 2.5 4.5-5",
  star: "m12 3.5 2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17l-5.3 3 1.1-6-4.4-4.2 6-.8z",
  truck:
    "M2.5 6.5h11.5v10.5H2.5zM14 10h4l3.5 3.5V17H14M7 15.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm10.5 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  user: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6",
  wallet:
    "M4 7.5V6a1.5 1.5 0 0 1 1.5-1.5H17v3M4 7.5h15.5a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5.5A1.5 1.5 0 0 1 4 18zm12.5 5.5v1.5",
} as const

export type IconName = keyof typeof PATHS

/** A decorative icon: the text beside it, or its button's label, carries the meaning. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <LineDrawing path={PATHS[name]} className={className} />
}

/** An icon that is not in the set, because few pages show it. */
export function LineDrawing({ path, className }: { path: string; className?: string | undefined }) {
  return (
    <svg
      className={className ? `icon ${className}` : "icon"}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  )
}
