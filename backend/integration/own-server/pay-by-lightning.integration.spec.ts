import { orderSchema } from "@shop/contracts"
import { afterAll, beforeAll, expect, it } from "vitest"
import { call } from "../harness/call"
import { checkoutOf, fillCart, order } from "../harness/checkout"
import { makeProduct } from "../harness/fixtures"
import { follow } from "../harness/follow"
import type { Backend } from "../harness/medusa"
import { startOwnBackend } from "../harness/own-backend"
import { askDatabase } from "../harness/postgres"
import { eventually, startRegtestWithLightning } from "../harness/regtest"
import { signInStaff, type Staff } from "../harness/staff"

let network: Awaited<ReturnType<typeof startRegtestWithLightning>>
let backend: Backend & { databaseUrl: string }
let staff: Staff
beforeAll(async () => {
  network = await startRegtestWithLightning()
  const { url, credential } = network.lightning.apiOf("lnd")
  backend = await startOwnBackend("lightning", {
    ...{ BITCOIN_ESPLORA_URL: network.url, BITCOIN_POLL_SECONDS: "0.3" },
    ...{
      BITCOIN_LIGHTNING_NODE: "lnd",
      BITCOIN_LIGHTNING_URL: url,
      BITCOIN_LIGHTNING_CREDENTIAL: credential,
    },
  })
  staff = await signInStaff(backend.url)
})
afterAll(async () => {
  await backend.stop()
  await network.stop()
})

const paymentOf = async (id: string) => {
  const { bitcoin, status } = await call(orderSchema, `/api/orders/${id}`, { backendUrl: backend.url })
  return { status, ...(bitcoin ?? expect.fail(`Order ${id} has no Bitcoin payment`)) }
}
const offered = (id: string) =>
  eventually(
    () => paymentOf(id),
    ({ lightning }) => lightning !== null,
  )
async function placeOne() {
  const cartId = await fillCart(await makeProduct(staff), 1, undefined, backend.url)
  const placed = await order(checkoutOf(cartId, 5), backend.url)
  const { lightning, ...payment } = await offered(placed.id)
  return { ...placed, payment, lightning: lightning ?? expect.fail("not offered") }
}

it("an order is paid by Lightning without a block, and its open page hears of it", async () => {
  const { id, payment, lightning } = await placeOne()
  expect(lightning.unifiedUri).toBe(
    `bitcoin:${payment.address.toUpperCase()}?amount=${payment.amountBtc.replace(/0+$/, "")}&lightning=${lightning.invoice.toUpperCase()}`,
  )
  expect(lightning.expiresAt <= payment.expiresAt).toBe(true)
  const followed = follow(backend.url, id, (orders) => orders.at(-1)?.status === "paid")
  await network.lightning.pay(lightning.invoice)
  await followed
  const paid = await paymentOf(id)
  expect(paid).toMatchObject({ status: "paid", state: "confirmed", isPaidByLightning: true, lightning: null })
  expect(
    await askDatabase(
      backend.databaseUrl,
      `select c.amount::text from capture c join payment p on p.id = c.payment_id
         join bitcoin_invoice i on i.session_id = p.payment_session_id where i.order_id = $1`,
      [id],
    ),
  ).toEqual([{ amount: "5" }])
})

it("the code of both rails is paid on the chain as well, and the node accepts no second payment", async () => {
  const { id, payment, lightning } = await placeOne()
  await network.pay(payment.address, BigInt(payment.amountSats))
  await eventually(
    () => paymentOf(id),
    ({ state }) => state === "seen",
  )
  await eventually(
    () =>
      askDatabase(
        backend.databaseUrl,
        `select 1 from bitcoin_lightning_invoice l join bitcoin_invoice i on i.id = l.invoice_id
          where i.order_id = $1 and l.ended_at is not null`,
        [id],
      ),
    (rows) => rows.length === 1,
  )
  await expect(network.lightning.pay(lightning.invoice)).rejects.toThrow()
  expect((await paymentOf(id)).lightning).toBeNull()
  await network.mine()
  await eventually(
    () => paymentOf(id),
    ({ status }) => status === "paid",
  )
  expect((await paymentOf(id)).isPaidByLightning).toBe(false)
})

it("while the node is away the page offers the address only; what was paid meanwhile is found when it answers again", async () => {
  const { id, lightning } = await placeOne()
  await network.lightning.setAway(true)
  await eventually(
    () => paymentOf(id),
    (payment) => payment.lightning === null,
  )
  await network.lightning.pay(lightning.invoice)
  expect((await paymentOf(id)).state).toBe("awaiting_payment")
  await network.lightning.setAway(false)
  await eventually(
    () => paymentOf(id),
    ({ status }) => status === "paid",
  )
})
