/** After the shop's name in the title of the home page. */
export const TAGLINE = "honey, gummies and natural sugars, delivered in the UK"

/** Below "Your cart is empty". */
export const EMPTY_CART = "Add some delicious treats to get started"
