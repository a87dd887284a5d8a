/** Money that the source knew before its invoice was opened, and staff did not explain: a person is needed, whatever the state. */
export const EARLIER_MONEY = `
  select b.invoice_id, min(b.created_at) as since, sum(b.sats) as sats
    from bitcoin_output b join bitcoin_invoice of_output on of_output.id = b.invoice_id
   where b.sent_before_order and b.status in ('mempool', 'confirmed', 'settled')
   group by b.invoice_id, of_output.explained_sats having sum(b.sats) > of_output.explained_sats`
