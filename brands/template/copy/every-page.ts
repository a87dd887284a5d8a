/** After the shop's name in the title of the home page. */
export const TAGLINE = "good things, delivered in the UK"
