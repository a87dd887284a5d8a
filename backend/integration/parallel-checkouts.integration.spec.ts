import { expect, it } from "vitest"
import { checkoutOf, fillCart, order } from "./harness/checkout"
import { makeProduct } from "./harness/fixtures"
import { startOwnBackend } from "./harness/own-backend"
import { askDatabase } from "./harness/postgres"
import { signInStaff } from "./harness/staff"

const PRODUCTS = 20
const ORDERS_EACH = 10

it("200 checkouts at the same time get 200 addresses, one after the other and without a gap", async () => {
  const backend = await startOwnBackend("parallel_checkouts")
  try {
    const staff = await signInStaff(backend.url)
    const carts: string[] = []
    for (let made = 0; made < PRODUCTS; made++) {
      const product = await makeProduct(staff, { stock: ORDERS_EACH })
      const filled = Array.from({ length: ORDERS_EACH }, () => fillCart(product, 1, undefined, backend.url))
      carts.push(...(await Promise.all(filled)))
    }
    const placed = await Promise.all(carts.map((cartId) => order(checkoutOf(cartId, 5), backend.url)))
    const all = PRODUCTS * ORDERS_EACH
    expect(new Set(placed.map(({ bitcoinAddress }) => bitcoinAddress)).size).toBe(all)
    const indexes = await askDatabase<{ address_index: number }>(
      backend.databaseUrl,
      "select address_index from bitcoin_invoice order by address_index",
    )
    expect(indexes.map(({ address_index }) => address_index)).toEqual(
      Array.from({ length: all }, (_, i) => i),
    )
    expect(await askDatabase(backend.databaseUrl, "select next_index from bitcoin_wallet")).toEqual([
      { next_index: all },
    ])
  } finally {
    await backend.stop()
  }
}, 180_000)
