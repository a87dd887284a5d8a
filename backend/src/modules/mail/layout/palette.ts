/** The shop's colours: warm paper, bramble ink, honey. Light first; `dark` takes over where a mailbox is dark. */
export const LIGHT = {
  paper: "#f6efe2",
  card: "#fffdf8",
  line: "#e8dcc6",
  ink: "#2f1b2e",
  soft: "#6d5a66",
  bramble: "#5b1f4e",
  honey: "#d98a0b",
  panel: "#fbf3e0",
} as const

export const DARK = {
  paper: "#1c141c",
  card: "#271c27",
  line: "#46364a",
  ink: "#f5ecdf",
  soft: "#c3b2bd",
  bramble: "#e9b6db",
  honey: "#f0ab3a",
  panel: "#33252f",
} as const

export const SERIF = "Georgia, 'Times New Roman', serif"
export const SANS = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
export const MONO = "ui-monospace, Menlo, Consolas, monospace"
