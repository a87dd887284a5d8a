const exact = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" })
const round = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP", maximumFractionDigits: 0 })

/** Integer pence as £1,234.50. */
export const pounds = (pence: number) => exact.format(pence / 100)

/** The same without pence, for an axis: £1,235. */
export const wholePounds = (pence: number) => round.format(pence / 100)
