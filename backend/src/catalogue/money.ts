/** Medusa's decimal pounds as integer pence. */
export const toPence = (pounds: number) => Math.round(pounds * 100)

/** Integer pence as they go over the wire: `1295` is `"12.95"`. */
export const toPounds = (pence: number) => (pence / 100).toFixed(2)
