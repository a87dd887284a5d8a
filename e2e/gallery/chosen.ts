import type { Shot } from "./camera"

/** The pictures in docs/screens: each screen once, at one of the four widths, in light or dark colours. */
export const CHOSEN: Shot[] = [
  { picture: "home", width: 1280, scheme: "light" },
  { picture: "home", width: 1280, scheme: "dark" },
  { picture: "home", width: 1920, scheme: "light" },
  { picture: "home", width: 360, scheme: "light" },
  { picture: "products", width: 1280, scheme: "light" },
  { picture: "products-loading", width: 768, scheme: "light" },
  { picture: "products-long-names", width: 768, scheme: "light" },
  { picture: "search-empty", width: 360, scheme: "light" },
  { picture: "category", width: 1920, scheme: "dark" },
  { picture: "product", width: 1280, scheme: "light" },
  { picture: "product", width: 360, scheme: "dark" },
  { picture: "product-sold-out", width: 768, scheme: "light" },
  { picture: "product-long-name", width: 768, scheme: "light" },
  { picture: "cart", width: 1280, scheme: "light" },
  { picture: "cart-ninety-nine", width: 360, scheme: "light" },
  { picture: "menu", width: 360, scheme: "light" },
  { picture: "sign-in", width: 768, scheme: "dark" },
  { picture: "checkout", width: 1280, scheme: "light" },
  { picture: "checkout-errors", width: 360, scheme: "light" },
  { picture: "payment-waiting", width: 1280, scheme: "light" },
  { picture: "payment-seen", width: 360, scheme: "dark" },
  { picture: "success", width: 768, scheme: "light" },
  { picture: "order", width: 360, scheme: "light" },
  { picture: "account", width: 1280, scheme: "light" },
  { picture: "about", width: 1280, scheme: "light" },
  { picture: "faq", width: 1280, scheme: "light" },
  { picture: "contact", width: 768, scheme: "light" },
  { picture: "not-found", width: 1280, scheme: "light" },
]

/** The pictures in docs/screens/new-brand, each beside the demonstration's of the same name in docs/make-it-yours.md. */
export const CHOSEN_OF_A_NEW_BRAND: Shot[] = [
  { picture: "home", width: 1280, scheme: "light" },
  { picture: "home", width: 360, scheme: "light" },
  { picture: "product", width: 1280, scheme: "light" },
  { picture: "product", width: 360, scheme: "dark" },
  { picture: "checkout", width: 1280, scheme: "light" },
  { picture: "payment-seen", width: 360, scheme: "dark" },
]
