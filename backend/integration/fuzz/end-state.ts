import type { BitcoinShop } from "../harness/bitcoin-shop"

/** What must hold in the database after any requests. Each statement returns the rows that violate its sentence. */
const INVARIANTS: Record<string, string> = {
  "The reserved stock of a product is the sum of its reservations.": `
    select l.inventory_item_id, l.reserved_quantity, coalesce(sum(r.quantity), 0) as reservations
      from inventory_level l
      left join reservation_item r on r.inventory_item_id = l.inventory_item_id and r.location_id = l.location_id and r.deleted_at is null
     where l.deleted_at is null
     group by l.id having l.reserved_quantity <> coalesce(sum(r.quantity), 0)`,
  "No product is oversold.": `
    select inventory_item_id, stocked_quantity, reserved_quantity from inventory_level
     where deleted_at is null and (reserved_quantity > stocked_quantity or reserved_quantity < 0)`,
  "Every line of an active order is reserved once, for its quantity; none of a cancelled order is.": `
    select o.id, o.status, i.item_id, i.quantity, count(r.id) as reservations, sum(r.quantity) as reserved
      from "order" o
      join order_item i on i.order_id = o.id and i.version = o.version and i.deleted_at is null
      left join reservation_item r on r.line_item_id = i.item_id and r.deleted_at is null
     where i.fulfilled_quantity = 0
     group by o.id, i.id
    having case when o.status = 'canceled' then count(r.id) > 0
                else count(r.id) <> 1 or sum(r.quantity) <> i.quantity end`,
  "Every order has one cart, and no cart has two orders.": `
    select cart_id from order_cart where deleted_at is null group by cart_id having count(*) > 1`,
  "Every order has a payment, and nothing was captured beyond its price.": `
    select o.id, c.id as collection, c.amount, c.captured_amount
      from "order" o
      left join order_payment_collection l on l.order_id = o.id and l.deleted_at is null
      left join payment_collection c on c.id = l.payment_collection_id
     where c.id is null or coalesce(c.captured_amount, 0) > c.amount`,
  "An order is captured only with a decision of staff, because no coin was sent.": `
    select i.order_id, i.state from bitcoin_invoice i
     where i.captured_at is not null
       and not exists (select 1 from bitcoin_audit_entry a where a.invoice_id = i.id)`,
  "No address was used twice.": `
    select address from bitcoin_invoice group by address having count(*) > 1`,
}

/** The sentences that do not hold, with their rows. */
export async function violations(shop: BitcoinShop): Promise<string[]> {
  const found = []
  for (const [sentence, sql] of Object.entries(INVARIANTS)) {
    const rows = await shop.ask(sql)
    if (rows.length > 0) found.push(`${sentence}\n${JSON.stringify(rows.slice(0, 5), null, 1)}`)
  }
  return found
}
