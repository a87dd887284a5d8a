/**
 * A condition of an update: it locks the invoices by id before the first one is written, as every transaction on several
 * invoices does. Two of them wait for one another, but never both.
 */
export const inLockOrder = (condition: string): string =>
  `id in (select id from bitcoin_invoice where ${condition} order by id for no key update)`
