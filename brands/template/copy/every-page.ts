/** After the shop's name in the title of the home page. */
export const TAGLINE = "good things, delivered in the UK"

/** Below "Your cart is empty". */
export const EMPTY_CART = "Add something to get started"
