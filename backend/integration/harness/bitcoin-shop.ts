import { orderSchema, type InvoiceState, type Order, type PlacedOrder } from "@shop/contracts"
import type { QueryResultRow } from "@medusajs/framework/pg"
import { call } from "./call"
import { checkoutOf, fillCart, order } from "./checkout"
import { makeProduct, type MadeProduct } from "./fixtures"
import { askDatabase } from "./postgres"
import { eventually } from "./regtest"
import { signInStaff, type Staff } from "./staff"

/** An unpaid Bitcoin order. */
export interface OpenOrder {
  placed: PlacedOrder
  id: string
  address: string
  product: MadeProduct
}

/** Calls of a backend and its database for specs of Bitcoin payments. */
export interface BitcoinShop {
  staff: Staff
  /** Orders one new product. @param price pounds [5] */
  placeOne(price?: number): Promise<OpenOrder>
  read(id: string): Promise<Order>
  untilState(id: string, state: InvoiceState): Promise<Order>
  untilPaid(id: string): Promise<Order>
  ask<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Expires the quote. */
  runOut(id: string): Promise<void>
  /** Has the order's addresses polled next: ended invoices are polled rarely. */
  makePollDue(id: string): Promise<void>
  /** Polls the order's addresses until the invoice is in review. */
  untilReviewed(id: string): Promise<Order>
  capturesOf(id: string): Promise<number>
  /** Waits for this many successful polls, one after the other. */
  afterPolls(polls: number): Promise<void>
  /** Waits until one more poll has failed. @returns why */
  afterFailedPoll(): Promise<string>
}

export async function bitcoinShopAt(url: string, databaseUrl: string): Promise<BitcoinShop> {
  const staff = await signInStaff(url)
  const ask = <Row extends QueryResultRow>(sql: string, values: unknown[] = []) =>
    askDatabase<Row>(databaseUrl, sql, values)
  const read = (id: string) => call(orderSchema, `/api/orders/${id}`, { backendUrl: url })
  const lastPoll = async () => {
    const [row] = await ask<{ at: Date | null }>(
      "select last_poll_at as at from bitcoin_wallet where retired_at is null",
    )
    return row?.at?.getTime() ?? 0
  }
  /** Locks the quotes by id, as the shop does: the two cannot deadlock. */
  const setInvoicesOf = async (id: string, values: string) => {
    await ask(
      `update bitcoin_invoice set ${values}
        where id in (select id from bitcoin_invoice where order_id = $1 order by id for no key update)`,
      [id],
    )
  }
  // A poll that started earlier may end later and reset the time.
  const makePollDue = (id: string) => setInvoicesOf(id, "next_poll_at = now()")
  return {
    staff,
    ask,
    read,
    placeOne: async (price = 5) => {
      const product = await makeProduct(staff, { price })
      const placed = await order(checkoutOf(await fillCart(product, 1, undefined, url), price), url)
      return { placed, id: placed.id, address: placed.bitcoinAddress ?? "", product }
    },
    untilState: (id, state) =>
      eventually(
        () => read(id),
        ({ bitcoin }) => bitcoin?.state === state,
      ),
    untilPaid: (id) =>
      eventually(
        () => read(id),
        ({ status }) => status === "paid",
      ),
    runOut: (id) => setInvoicesOf(id, "expires_at = now() - interval '1 second', next_poll_at = now()"),
    makePollDue,
    untilReviewed: (id) =>
      eventually(
        async () => {
          // Its time of the last poll stays: a poll in progress whose invoice changes meanwhile stores nothing.
          await setInvoicesOf(id, "poll_requested = true")
          return read(id)
        },
        ({ bitcoin }) => bitcoin?.state === "review",
      ),
    capturesOf: async (id) => {
      const captures = await ask(
        `select c.id from capture c join payment p on p.id = c.payment_id
           join order_payment_collection l on l.payment_collection_id = p.payment_collection_id where l.order_id = $1`,
        [id],
      )
      return captures.length
    },
    afterPolls: async (polls) => {
      for (let poll = 0; poll < polls; poll++) {
        // A poll in progress may have queried the chain already. Only a poll that starts now counts.
        const before = Date.now()
        await eventually(lastPoll, (at) => at > before)
      }
    },
    afterFailedPoll: async () => {
      await ask("update bitcoin_wallet set last_failure = null where retired_at is null")
      const [row] = await eventually(
        () =>
          ask<{ last_failure: string | null }>(
            "select last_failure from bitcoin_wallet where retired_at is null",
          ),
        ([wallet]) => typeof wallet?.last_failure === "string",
      )
      return String(row?.last_failure)
    },
  }
}
