/** Locks the invoices by id before the first one is written, as every transaction on several invoices does: no deadlocks. */
export const inLockOrder = (condition: string): string =>
  `id in (select id from bitcoin_invoice where ${condition} order by id for no key update)`
