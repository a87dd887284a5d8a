/** The links of the header, and the quick links of the footer. */
export const MAIN_LINKS = [
  { to: "/", label: "Home" },
  { to: "/products", label: "Products" },
  { to: "/about", label: "About" },
  { to: "/faq", label: "FAQ" },
  { to: "/contact", label: "Contact" },
] as const

export const productPath = (slug: string): string => `/product/${encodeURIComponent(slug)}`
export const categoryPath = (slug: string): string => `/products/category/${encodeURIComponent(slug)}`
export const orderPath = (orderId: string): string => `/orders/${encodeURIComponent(orderId)}`
/** The contact form for a complaint about personal data. */
export const DATA_COMPLAINT_SEARCH = "?about=data"
export const DATA_COMPLAINT_PATH = `/contact${DATA_COMPLAINT_SEARCH}#contact-form`
/** Where an order is paid. The address contains the order, so that a reload returns to it. */
export const checkoutPath = (orderId: string): string => `/checkout?order=${encodeURIComponent(orderId)}`

/** A path without differences that mean nothing here: in lower case, with single slashes, and none at its end. */
export const normalPath = (path: string): string =>
  path
    .toLowerCase()
    .replace(/\/{2,}/g, "/")
    .replace(/\/$/, "")
