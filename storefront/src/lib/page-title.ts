/** The shop's name as it stands in titles. */
export const SHOP_NAME = "Bramble & Comb"

/** `"Honey"` → `"Honey | Bramble & Comb"`. */
export const pageTitle = (title: string): string => `${title} | ${SHOP_NAME}`
