import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { z } from "zod"
import { bitcoinShopAt, type BitcoinShop } from "../harness/bitcoin-shop"
import { checkoutOf, fillCart, order } from "../harness/checkout"
import { makeProduct, setStock } from "../harness/fixtures"
import { openMailbox, type Mailbox } from "../harness/mailbox"
import { startOwnBackend } from "../harness/own-backend"
import { capture, dispatch } from "../harness/parcel"
import { askDatabase } from "../harness/postgres"
import { eventually, startRegtest, type Regtest } from "../harness/regtest"
import type { Staff } from "../harness/staff"

const STAFF_EMAIL = "staff@shop.test"

let backend: Awaited<ReturnType<typeof startOwnBackend>>
let mailbox: Mailbox
let staff: Staff
let network: Regtest
let shop: BitcoinShop

beforeAll(async () => {
  ;[mailbox, network] = await Promise.all([openMailbox(), startRegtest()])
  backend = await startOwnBackend("order_mails", {
    BITCOIN_ESPLORA_URL: network.url,
    BITCOIN_POLL_SECONDS: "0.5",
    SMTP_URL: mailbox.url,
    STAFF_EMAIL,
    LOW_STOCK_AT: "3",
  })
  shop = await bitcoinShopAt(backend.url, backend.databaseUrl)
  staff = shop.staff
})
afterAll(async () => {
  await backend.stop()
  await Promise.all([mailbox.close(), network.stop()])
})

/** Two jars at £12.95, sent tracked: £38.90. */
async function orderTwoJars(email: string, paymentMethod: "bitcoin" | "card") {
  const product = await makeProduct(staff, { price: 12.95, stock: 50 })
  const cart = await fillCart(product, 2, undefined, backend.url)
  const body = checkoutOf(cart, 38.9, { email, paymentMethod, shippingMethod: "special", shippingCost: 13 })
  const placed = await order(body, backend.url)
  const confirmation = await mailbox.mailTo(email)
  expect(confirmation.subject).toContain(String(placed.number))
  return { ...placed, product }
}

const inBitcoin = (sats: bigint) => `0.${String(sats).padStart(8, "0")}`
const cancel = (id: string) => staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})

it.concurrent("tells the buyer that the parcel left, what is in it and how to follow it, once", async () => {
  const { id, number, product } = await orderTwoJars("parcel@x.test", "card")
  await capture(staff, id)
  const parcel = await dispatch(staff, id, "AB123456789GB")
  const mail = await mailbox.mailTo("parcel@x.test")
  expect(mail.subject).toBe(`Order ${String(number)} is on its way`)
  for (const side of [mail.text ?? "", mail.html ?? ""]) {
    for (const words of [`2 × ${product.name}, 250 g`, "AB123456789GB", "12 St James", "SW1Y 4JH"])
      expect(side).toContain(words)
    expect(side).toContain("https://track.test/AB123456789GB")
  }
  const rows = await askDatabase(
    backend.databaseUrl,
    "select 1 from mail_outbox where template = 'order-dispatched' and data->>'fulfillmentId' = $1",
    [parcel],
  )
  expect(rows).toHaveLength(1)
})

it.concurrent("tells the buyer that staff cancelled the order, and that nothing is to be paid", async () => {
  const { id, number, bitcoin } = await orderTwoJars("cancelled@x.test", "bitcoin")
  await cancel(id)
  const { subject, text = "", html = "" } = await mailbox.mailTo("cancelled@x.test")
  expect(subject).toBe(`Order ${String(number)} is cancelled`)
  for (const side of [text, html]) {
    expect(side).toContain("£38.90")
    expect(side).toContain("You have paid nothing for it")
    expect(side).not.toContain(bitcoin?.address)
  }
})

it.concurrent("are listed on the order with what became of them, and can be sent again", async () => {
  const mails = z.object({
    mails: z.array(
      z.object({
        id: z.string(),
        template: z.string(),
        to: z.string(),
        state: z.string(),
        isBuyers: z.boolean(),
      }),
    ),
  })
  const { id, number } = await orderTwoJars("again@x.test", "card")
  const read = async () => (await staff.get(mails, `/admin/orders/${id}/mails`)).mails
  await expect.poll(async () => (await read())[0]?.state).toBe("sent")
  const [confirmation] = await read()
  expect(confirmation).toMatchObject({ template: "order-placed", to: "again@x.test", isBuyers: true })
  // Staff have corrected the address meanwhile.
  await staff.post(z.unknown(), `/admin/orders/${id}`, { email: "corrected@x.test" })
  const body = { requestKey: randomUUID() }
  const again = `/admin/orders/${id}/mails/${confirmation?.id ?? ""}/resend`
  await Promise.all([staff.post(z.unknown(), again, body), staff.post(z.unknown(), again, body)])
  expect(await read()).toHaveLength(2)
  const { subject, text } = await mailbox.mailTo("corrected@x.test")
  expect(subject).toContain(String(number))
  expect(text).toContain("Total including VAT: £38.90")
  await expect(staff.post(z.unknown(), `/admin/orders/${id}/mails/mail_none/resend`, body)).rejects.toThrow(
    "There is no such mail",
  )
})

it.concurrent(
  "tells of a Bitcoin payment when it is seen and when it is final, in its own figures",
  async () => {
    const { number, bitcoin } = await orderTwoJars("seen@x.test", "bitcoin")
    await network.pay(bitcoin?.address ?? "", BigInt(bitcoin?.amountSats ?? 0))
    const seen = await mailbox.mailTo("seen@x.test", "has reached the Bitcoin network")
    expect(seen.subject).toBe(`We can see your payment for order ${String(number)}`)
    for (const side of [seen.text, seen.html]) expect(side).toContain(bitcoin?.amountBtc)
    await network.mine(3)
    const paid = await mailbox.mailTo("seen@x.test", "is confirmed, thank you")
    expect(paid.subject).toBe(`Order ${String(number)} is paid`)
    for (const side of [paid.text, paid.html])
      for (const words of ["£38.90", bitcoin?.amountBtc]) expect(side).toContain(words)
  },
)

it.concurrent("says what is missing of a payment, and where to send it", async () => {
  const { bitcoin } = await orderTwoJars("short@x.test", "bitcoin")
  const due = BigInt(bitcoin?.amountSats ?? 0)
  await network.pay(bitcoin?.address ?? "", due - 4_625n)
  const { text, html } = await mailbox.mailTo("short@x.test", "is less than the full amount")
  for (const side of [text, html])
    for (const words of ["0.00004625", "4625", bitcoin?.address, inBitcoin(due - 4_625n)])
      expect(side).toContain(words)
})

it.concurrent(
  "tells of a quote that ran out, and of money that came after it: the buyer and staff",
  async () => {
    const { id, number, bitcoin } = await orderTwoJars("late@x.test", "bitcoin")
    await shop.runOut(id)
    const expired = await mailbox.mailTo("late@x.test", "by then no payment had reached us")
    expect(expired.html).toContain(`http://localhost:8000/checkout?order=${id}#key=`)
    await network.pay(bitcoin?.address ?? "", BigInt(bitcoin?.amountSats ?? 0))
    await network.mine()
    // Quotes that ended are looked at rarely: this one is given its turn until the network has shown what came.
    await eventually(
      async () => {
        await shop.lookAgain(id)
        return shop.read(id)
      },
      (order) => order.bitcoin?.state === "review",
    )
    const review = await mailbox.mailTo("late@x.test", "It arrived after the time for paying was over")
    const toStaff = await mailbox.mailTo(STAFF_EMAIL, `settle a payment for order number ${String(number)}`)
    for (const side of [review.text, review.html, toStaff.text, toStaff.html])
      expect(side).toContain(bitcoin?.amountBtc)
    for (const side of [toStaff.text, toStaff.html])
      for (const words of ["£38.90", "late@x.test", bitcoin?.address]) expect(side).toContain(words)
  },
)

it.concurrent("asks where a refund should go, and tells that it was made, with what proves it", async () => {
  const { id, number } = await orderTwoJars("refund@x.test", "card")
  const due = { orderId: id, refundId: "ref_1", pence: 3890, satoshis: "97250" }
  const done = { ...due, address: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", txid: "ab".repeat(32) }
  // As whoever keeps the books of refunds writes them.
  await shop.ask(
    `insert into mail_outbox (id, key, template, "to", data, next_attempt_at)
     values ('mail_asked', 'refund-asked:ref_1', 'refund-asked', 'refund@x.test', $1, now()),
            ('mail_made', 'refund-made:ref_1', 'refund-made', 'refund@x.test', $2, now())`,
    [due, done],
  )
  const asked = await mailbox.mailTo("refund@x.test", "we owe you a refund")
  const made = await mailbox.mailTo("refund@x.test", "We have refunded you")
  expect(asked.subject).toBe(`Where shall we send your refund for order ${String(number)}?`)
  for (const side of [asked.text, asked.html, made.text, made.html])
    for (const words of ["£38.90", "0.00097250 BTC (97,250 satoshis)"]) expect(side).toContain(words)
  for (const side of [made.text, made.html])
    for (const words of [done.address, done.txid]) expect(side).toContain(words)
})

it.concurrent("tells who has paid by card that the money goes back there", async () => {
  const { id } = await orderTwoJars("paid-card@x.test", "card")
  await capture(staff, id)
  await cancel(id)
  const { text = "", html = "" } = await mailbox.mailTo("paid-card@x.test")
  for (const side of [text, html]) expect(side).toContain("goes back to your card within 14 days")
})

it(
  "tells staff once each time something falls to the mark, with what is left",
  { timeout: 60_000 },
  async () => {
    const mailsOf = (name: string) =>
      mailbox.mails.filter((mail) => mail.receivers.includes(STAFF_EMAIL) && mail.text?.includes(name))
    const honey = await makeProduct(staff, { stock: 5 })
    const plenty = await makeProduct(staff, { stock: 4 })
    const cart = await fillCart(honey, 2, undefined, backend.url)
    await order(checkoutOf(cart, 10, { email: "hungry@x.test" }), backend.url)
    await expect.poll(() => mailsOf(honey.name).length, { timeout: 25_000 }).toBe(1)
    const [first] = mailsOf(honey.name)
    expect(first?.text).toContain(`${honey.name}, 250 g`)
    expect(first?.text).toMatch(new RegExp(`${honey.name}.*: 3 left`))
    expect(first?.html).toContain("3 left")
    expect(first?.text).not.toContain(plenty.name)

    await setStock(staff, honey, 40)
    const alarmsOf = () =>
      askDatabase(backend.databaseUrl, "select 1 from stock_alarm where inventory_item_id = $1", [
        honey.inventoryItemId,
      ])
    await expect.poll(async () => (await alarmsOf()).length, { timeout: 25_000 }).toBe(0)
    await setStock(staff, honey, 2)
    await expect.poll(() => mailsOf(honey.name).length, { timeout: 25_000 }).toBe(2)
    expect(mailsOf(honey.name)[1]?.text).toMatch(new RegExp(`${honey.name}.*: sold out`))
  },
)
