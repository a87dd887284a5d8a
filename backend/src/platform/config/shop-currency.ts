/** This shop's only currency. Its amounts are pence. */
export const SHOP_CURRENCY = "GBP"
