/** The storefront's colours. `DARK` replaces `LIGHT` where the mail program is in dark mode. */
export const LIGHT = {
  paper: "#f3e9d5",
  card: "#fffdf7",
  line: "#e0d1b8",
  ink: "#2d1326",
  soft: "#634b5b",
  bramble: "#64204d",
  honey: "#ecb13d",
  panel: "#fbf3e0",
  legal: "#f1edea",
} as const

export const DARK = {
  paper: "#180c15",
  card: "#2d1c28",
  line: "#4d3846",
  ink: "#f8eedd",
  soft: "#cdb9c3",
  bramble: "#eab5d3",
  honey: "#eab54a",
  panel: "#3b2835",
  legal: "#38292f",
} as const

/** Behind the logo, in both modes, as in the storefront's header. */
export const NIGHT = "#3d1230"

export const SERIF = "Georgia, 'Times New Roman', serif"
export const SANS = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
export const MONO = "ui-monospace, Menlo, Consolas, monospace"
