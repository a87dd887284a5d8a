/** The list of all products, for search engines. */
export const PRODUCTS_DESCRIPTION =
  "All our gummies, honeys, natural sugars and plant concentrates, delivered anywhere in the UK."
