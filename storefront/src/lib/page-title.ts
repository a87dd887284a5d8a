/** The name over the door until the shop has said its own. */
export const SHOP_NAME = "Bramble & Comb"

/** A page's title with the shop's name after it. */
export const pageTitle = (title: string, shopName: string): string => `${title} | ${shopName}`
