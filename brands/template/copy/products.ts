/** The list of all products, for search engines. */
export const PRODUCTS_DESCRIPTION = "All products of Your Shop, delivered anywhere in the UK."
