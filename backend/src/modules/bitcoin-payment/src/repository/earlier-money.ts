/**
 * Invoices with money that the source knew before they were opened, and whose it is staff did not say yet: they need a person,
 * whatever their state. Read by the index of such outputs.
 */
export const EARLIER_MONEY = `
  select b.invoice_id, min(b.created_at) as since, sum(b.sats) as sats
    from bitcoin_output b join bitcoin_invoice of_output on of_output.id = b.invoice_id
   where b.sent_before_order and b.status in ('mempool', 'confirmed')
   group by b.invoice_id, of_output.explained_sats having sum(b.sats) > of_output.explained_sats`
