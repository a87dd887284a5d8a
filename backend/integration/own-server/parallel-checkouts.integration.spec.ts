import { expect, inject, it } from "vitest"
import { z } from "zod"
import { checkoutOf, fillCart, order } from "../harness/checkout"
import { makeProduct, type MadeProduct } from "../harness/fixtures"
import { startOwnBackend } from "../harness/own-backend"
import { askDatabase } from "../harness/postgres"
import { signInStaff } from "../harness/staff"

const ORDERS_EACH = 50
/** 200 in `npm test`; `npm run test:rush` takes a thousand. */
const PRODUCTS = z.coerce.number().int().positive().default(4).parse(process.env["RUSH_PRODUCTS"])
const ALL = PRODUCTS * ORDERS_EACH

it(`${String(ALL)} checkouts at the same time get as many addresses, one after the other and without a gap`, async () => {
  const backend = await startOwnBackend("parallel_checkouts", {
    BITCOIN_ESPLORA_URL: inject("quietChainUrl"),
  })
  const count = async (sql: string): Promise<number> => {
    const [row] = await askDatabase<{ count: number }>(backend.databaseUrl, sql)
    return row?.count ?? Number.NaN
  }
  try {
    const staff = await signInStaff(backend.url)
    const products: MadeProduct[] = []
    for (let made = 0; made < PRODUCTS; made++)
      products.push(await makeProduct(staff, { stock: ORDERS_EACH }))
    const buyers = products.flatMap((product) => Array.from({ length: ORDERS_EACH }, () => product))

    const placed = await Promise.all(
      buyers.map(async (product) => {
        const cartId = await fillCart(product, 1, undefined, backend.url)
        return order(checkoutOf(cartId, 5), backend.url)
      }),
    )

    expect(new Set(placed.map(({ id }) => id)).size).toBe(ALL)
    expect(new Set(placed.map(({ bitcoinAddress }) => bitcoinAddress)).size).toBe(ALL)
    const indexes = await askDatabase<{ address_index: number }>(
      backend.databaseUrl,
      "select address_index from bitcoin_invoice order by address_index",
    )
    expect(indexes.map(({ address_index }) => address_index)).toEqual(
      Array.from({ length: ALL }, (_, index) => index),
    )
    expect(await askDatabase(backend.databaseUrl, "select next_index from bitcoin_wallet")).toEqual([
      { next_index: ALL },
    ])
    expect(await count("select count(distinct order_id)::int from bitcoin_invoice")).toBe(ALL)
    expect(await count(`select count(*)::int from "order"`)).toBe(ALL)
    expect(await count("select sum(reserved_quantity)::int as count from inventory_level")).toBe(ALL)
    expect(await count("select count(*)::int from reservation_item where deleted_at is null")).toBe(ALL)
  } finally {
    await backend.stop()
  }
}, 300_000)
