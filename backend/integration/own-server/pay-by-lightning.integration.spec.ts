import { followedOrderSchema, orderSchema } from "@shop/contracts"
import { foundOrdersSchema } from "@shop/contracts/staff"
import { afterAll, beforeAll, expect, it } from "vitest"
import { chooseLightning } from "../../src/modules/bitcoin-payment/src/adapters/choose-lightning"
import { satoshis } from "../../src/modules/bitcoin-payment/src/domain/satoshis"
import { call, refused } from "../harness/call"
import { checkoutOf, fillCart, order } from "../harness/checkout"
import { makeProduct } from "../harness/fixtures"
import { follow } from "../harness/follow"
import type { Backend } from "../harness/medusa"
import { openMailbox, type Mailbox } from "../harness/mailbox"
import { openWith } from "../harness/order-links"
import { startOwnBackend } from "../harness/own-backend"
import { paymentReviewOf } from "../harness/payment-review"
import { askDatabase } from "../harness/postgres"
import { eventually, startRegtestWithLightning } from "../harness/regtest"
import { signInStaff, type Staff } from "../harness/staff"

let network: Awaited<ReturnType<typeof startRegtestWithLightning>>
let backend: Backend & { databaseUrl: string }
let mailbox: Mailbox
let staff: Staff
beforeAll(async () => {
  ;[network, mailbox] = await Promise.all([startRegtestWithLightning(), openMailbox()])
  backend = await startOwnBackend("lightning", {
    SMTP_URL: mailbox.url,
    ...{ BITCOIN_ESPLORA_URL: network.url, BITCOIN_POLL_SECONDS: "0.3" },
    ...network.lightning.settings,
  })
  staff = await signInStaff(backend.url)
})
afterAll(async () => {
  await backend.stop()
  await Promise.all([network.stop(), mailbox.close()])
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
async function placeOne(email?: string) {
  const cartId = await fillCart(await makeProduct(staff), 1, undefined, backend.url)
  const placed = await order(checkoutOf(cartId, 5, email === undefined ? {} : { email }), backend.url)
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
  const [stored] = await askDatabase<{ hash: string }>(
    backend.databaseUrl,
    `select payment_hash as hash from bitcoin_lightning_invoice l join bitcoin_invoice i on i.id = l.invoice_id where i.order_id = $1`,
    [id],
  )
  const found = await staff.get(foundOrdersSchema, `/admin/order-search?q=${stored?.hash ?? ""}`)
  expect(found.orders).toMatchObject([{ id, match: { what: "Transaction", value: "Lightning payment" } }])
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

it("a refund goes to the Lightning address that its buyer gives, and its preimage proves it once", async () => {
  const review = paymentReviewOf(staff)
  const email = "lightning@x.test"
  const { id, payment, lightning } = await placeOne(email)
  await network.lightning.pay(lightning.invoice, BigInt(payment.amountSats) * 1500n)
  const { id: invoiceId } = await eventually(
    () => review.invoice(id),
    ({ surplusPence, isCaptured }) => isCaptured && surplusPence > 0,
  )
  await review.run(invoiceId, "ask_refund_address")
  const { text } = await mailbox.mailTo(email, "We owe you a refund")
  expect(text).toContain("Lightning address")
  const { headers } = await openWith(backend.url, /#key=([\w-]+)/.exec(text ?? "")?.[1] ?? "", id)
  const path = `/api/orders/${id}/refund-address`
  const give = (address: string) =>
    ({ method: "POST", body: { address }, headers, backendUrl: backend.url }) as const
  for (const [address, message] of [
    ["anna@localhost", "neither a Bitcoin address nor a Lightning address"],
    [lightning.invoice, "neither a Bitcoin address"],
    [`lno1${"q".repeat(40)}`, "neither a Bitcoin address"],
  ] as const)
    expect((await refused(400, path, give(address))).errors?.[0]?.message).toContain(message)
  const given = await call(followedOrderSchema, path, give("LIGHTNING:Anna@Wallet.Example"))
  expect(given.owner?.refund).toMatchObject({ given: { address: "anna@wallet.example" } })

  // The buyer's wallet asks for the surplus, and staff's pays it.
  const { surplusPence, refundableSats, dueSats, receivedSats } = await review.invoice(id)
  const sats = satoshis(BigInt(receivedSats) - BigInt(dueSats))
  const bounds = { autoLiquidity: true, minSats: 1, maxSats: 1_000_000 }
  const node = chooseLightning({ node: "lnd", ...network.lightning.apiOf("lnd"), ...bounds }, "regtest")
  const asked = await node.create({ sats, description: "Anna", expirySeconds: 600, label: id })
  const { preimage } = await network.lightning.pay(asked.bolt11)
  const proof = { sats: String(sats), destination: "anna@wallet.example", invoice: asked.bolt11, preimage }
  const refund = (changed: Partial<typeof proof> = {}) => ({
    refund: { method: "lightning", pence: surplusPence, lightning: { ...proof, ...changed } },
  })
  for (const [changed, message] of [
    [{ preimage: "00".repeat(32) }, "does not belong"],
    [{ sats: String(sats - 1n) }, "another amount"],
    [{ invoice: lightning.invoice }, "another amount"],
    [{ invoice: "lnbcrt1" }, "cannot be read"],
  ] as const)
    await expect(review.run(invoiceId, "record_refund", refund(changed))).rejects.toThrow(message)
  await review.run(invoiceId, "record_refund", refund())
  const recorded = await eventually(
    () => review.invoice(id),
    ({ refunds }) => refunds[0]?.isRecorded === true,
  )
  expect(recorded.refunds).toMatchObject([
    { sats: String(sats), txid: asked.paymentHash, pence: surplusPence },
  ])
  expect(BigInt(recorded.refundableSats)).toBe(BigInt(refundableSats) - sats)
  expect((await mailbox.mailTo(email, "Preimage")).text).toContain(preimage)

  const other = await placeOne()
  await network.lightning.pay(other.lightning.invoice, BigInt(other.payment.amountSats) * 1500n)
  const second = await eventually(
    () => review.invoice(other.id),
    ({ isCaptured }) => isCaptured,
  )
  await expect(review.run(second.id, "record_refund", refund())).rejects.toThrow("recorded already")
})
