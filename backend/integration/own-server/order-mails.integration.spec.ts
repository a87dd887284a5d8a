import { createHash, randomBytes, randomUUID } from "node:crypto"
import { followedOrderSchema } from "@shop/contracts"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { z } from "zod"
import { MAILS } from "../harness/mails"
import { paymentReviewOf, type PaymentReview } from "../harness/payment-review"
import { bitcoinShopAt, type BitcoinShop } from "../harness/bitcoin-shop"
import { call, refused } from "../harness/call"
import { checkoutOf, fillCart, order } from "../harness/checkout"
import { makeProduct, setStock } from "../harness/fixtures"
import { openMailbox, type Mailbox } from "../harness/mailbox"
import { openWith } from "../harness/order-links"
import { startOwnBackend } from "../harness/own-backend"
import { capture, dispatch } from "../harness/parcel"
import { askDatabase } from "../harness/postgres"
import { startRegtest, type Regtest } from "../harness/regtest"
import { runJob } from "../harness/run-job"
import type { Staff } from "../harness/staff"

const STAFF_EMAIL = "staff@shop.test"

let backend: Awaited<ReturnType<typeof startOwnBackend>>
let mailbox: Mailbox
let staff: Staff
let network: Regtest
let shop: BitcoinShop
let review: PaymentReview

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
  review = paymentReviewOf(staff)
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
  return { ...placed, product, key: /#key=([\w-]+)/.exec(confirmation.text ?? "")?.[1] ?? "" }
}

const inBitcoin = (sats: bigint) => `0.${String(sats).padStart(8, "0")}`
/** `21 November 2026 at 14:05`, as in mails. */
const ukTime = (iso = "") => {
  const day = { day: "numeric", month: "long", year: "numeric" } as const
  const parts = { ...day, hour: "2-digit", minute: "2-digit", timeZone: "Europe/London" } as const
  return new Intl.DateTimeFormat("en-GB", parts).format(new Date(iso))
}
const cancel = (id: string) => staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})

it.concurrent(
  "mails the buyer once that the parcel was dispatched, with its contents and tracking",
  async () => {
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
      `select 1 from ${MAILS} where template = 'order-dispatched' and data->>'fulfillmentId' = $1`,
      [parcel],
    )
    expect(rows).toHaveLength(1)
  },
)

it.concurrent(
  "contains its pictures: the logo, the ordered product and the code of the address",
  async () => {
    const files = new FormData()
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><circle r="60" fill="gold"/></svg>`
    files.append("files", new Blob([drawing], { type: "image/svg+xml" }), "honey.svg")
    const uploaded = z
      .object({ files: z.array(z.object({ url: z.string() })) })
      .parse(await (await staff.upload(files)).json())
    const product = await makeProduct(staff, { price: 12.95 })
    await staff.post(z.unknown(), `/admin/products/${product.id}`, { thumbnail: uploaded.files[0]?.url })
    const cart = await fillCart(product, 1, undefined, backend.url)
    await order(checkoutOf(cart, 12.95, { email: "pictures@x.test", paymentMethod: "bitcoin" }), backend.url)
    const { html = "", attachments } = await mailbox.mailTo("pictures@x.test")
    expect(attachments.map(({ mimeType }) => mimeType).sort()).toEqual([
      "image/jpeg",
      "image/png",
      "image/png",
    ])
    for (const { contentId, disposition } of attachments) {
      expect(html).toContain(`src="cid:${(contentId ?? "").replace(/^<|>$/g, "")}"`)
      expect(disposition).toBe("inline")
    }
    expect(html.match(/<img/g)).toHaveLength(3)
  },
)

it.concurrent("mails the buyer that staff cancelled the order and that no payment is due", async () => {
  const { id, number, bitcoin } = await orderTwoJars("cancelled@x.test", "bitcoin")
  await cancel(id)
  const { subject, text = "", html = "" } = await mailbox.mailTo("cancelled@x.test")
  expect(subject).toBe(`Order ${String(number)} is cancelled`)
  for (const side of [text, html]) {
    expect(side).toContain("£38.90")
    expect(side).toContain("been charged")
    expect(side).not.toContain(bitcoin?.address)
  }
})

it.concurrent("are listed on the order with their state, and can be resent", async () => {
  const mails = z.object({
    mails: z.array(
      z.object({
        id: z.string(),
        template: z.string(),
        label: z.string(),
        to: z.string(),
        state: z.string(),
        isForBuyer: z.boolean(),
      }),
    ),
  })
  const { id, number } = await orderTwoJars("again@x.test", "card")
  const read = async () => (await staff.get(mails, `/admin/orders/${id}/mails`)).mails
  await expect.poll(async () => (await read())[0]?.state).toBe("sent")
  const [confirmation] = await read()
  expect(confirmation).toMatchObject({
    template: "order-placed",
    label: "Order received",
    to: "again@x.test",
    isForBuyer: true,
  })
  // Staff have since corrected the address, which gets a link of its own.
  await staff.post(z.unknown(), `/admin/orders/${id}`, { email: "corrected@x.test" })
  const body = { requestKey: randomUUID() }
  const again = `/admin/orders/${id}/mails/${confirmation?.id ?? ""}/resend`
  await Promise.all([staff.post(z.unknown(), again, body), staff.post(z.unknown(), again, body)])
  const templates = async () => (await read()).map(({ template }) => template).sort()
  await expect.poll(templates).toEqual(["order-link", "order-placed", "order-placed"])
  const { subject } = await mailbox.mailTo("corrected@x.test", "Total including VAT: £38.90")
  expect(subject).toContain(String(number))
  await expect(staff.post(z.unknown(), `/admin/orders/${id}/mails/mail_none/resend`, body)).rejects.toThrow(
    "There is no such email",
  )
})

it.concurrent(
  "mails about a Bitcoin payment when it is seen and when it is final, with its amounts",
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

it.concurrent(
  "mails the missing amount of a payment and where to send it; staff have no case yet",
  async () => {
    const { id, bitcoin } = await orderTwoJars("short@x.test", "bitcoin")
    const due = BigInt(bitcoin?.amountSats ?? 0)
    await network.pay(bitcoin?.address ?? "", due - 4_625n)
    const { text, html } = await mailbox.mailTo("short@x.test", "is less than the full amount")
    for (const side of [text, html])
      for (const words of ["0.00004625", "4625", bitcoin?.address, inBitcoin(due - 4_625n)])
        expect(side).toContain(words)
    const { inbox, waiting } = await review.overview()
    expect(inbox.filter(({ orderId }) => orderId === id)).toEqual([])
    expect(waiting.find(({ orderId }) => orderId === id)).toMatchObject({ missingSats: "4625" })
  },
)

it.concurrent("mails once about a new invoice from staff, with its amounts", async () => {
  const { id, number, bitcoin } = await orderTwoJars("anew@x.test", "bitcoin")
  await shop.runOut(id)
  await shop.untilState(id, "expired")
  const old = await review.invoice(id)
  const idempotencyKey = randomUUID()
  await Promise.all([
    review.run(old.id, "renew_quote", { idempotencyKey }),
    review.run(old.id, "renew_quote", { idempotencyKey }),
  ])
  const mail = await mailbox.mailTo("anew@x.test", "Here is a new invoice")
  expect(mail.subject).toBe(`A new Bitcoin invoice for order ${String(number)}`)
  const { address, dueSats, state } = await review.invoice(id)
  expect(state).toBe("awaiting_payment")
  const now = (await shop.read(id)).bitcoin
  for (const side of [mail.text, mail.html?.replaceAll("&amp;", "&")]) {
    for (const words of [
      address,
      inBitcoin(BigInt(dueSats)),
      dueSats,
      "£38.90",
      now?.uri,
      ukTime(now?.expiresAt),
    ])
      expect(side).toContain(words)
    expect(side).toContain(`/orders/${id}#key=`)
    expect(side).not.toContain(bitcoin?.address)
  }
  const rows = await shop.ask(
    `select 1 from ${MAILS} where template = 'payment-new-invoice' and data->>'orderId' = $1`,
    [id],
  )
  expect(rows).toHaveLength(1)
})

describe.concurrent("a refund that staff have asked about", () => {
  const MINE = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
  const OTHER = "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"

  /** An order overpaid by 2,500 satoshis whose buyer was asked for a refund address. */
  async function askedAbout(email: string) {
    const { id, number, bitcoin, key } = await orderTwoJars(email, "bitcoin")
    await network.pay(bitcoin?.address ?? "", BigInt(bitcoin?.amountSats ?? 0) + 2_500n)
    await network.mine(3)
    await shop.untilPaid(id)
    const early = give(id, MINE, (await openWith(backend.url, key, id)).headers)
    expect((await refused(409, early.path, early.options)).code).toBe("not_asked")
    const invoice = await review.invoice(id)
    await review.run(invoice.id, "ask_refund_address")
    const link = `/orders/${id}#key=`
    const asked = await mailbox.mailTo(email, "We owe you a refund")
    const [, secret = ""] = new RegExp(`${link}([\\w-]+)`).exec(asked.text ?? "") ?? []
    expect(asked.html).toContain(`${link}${secret}`)
    const { headers } = await openWith(backend.url, secret, id)
    return { id, number, invoiceId: invoice.id, ours: bitcoin?.address ?? "", headers }
  }
  const give = (id: string, address: unknown, headers: Record<string, string> = {}) => ({
    path: `/api/orders/${id}/refund-address`,
    options: { method: "POST" as const, body: { address }, headers, backendUrl: backend.url },
  })

  it("goes to the address that its buyer gives, each change is mailed once, until it is refunded", async () => {
    const email = "where@x.test"
    const { id, number, invoiceId, headers } = await askedAbout(email)
    const read = () => call(followedOrderSchema, `/api/orders/${id}`, { headers, backendUrl: backend.url })
    expect((await read()).owner?.refund).toMatchObject({
      ...{ amount: "1.00", given: null },
      terms: { network: "regtest", byLightning: false },
    })

    const { path, options } = give(id, ` bitcoin:${MINE.toUpperCase()}?amount=1 `, headers)
    const twice = await Promise.all([1, 2].map(() => call(followedOrderSchema, path, options)))
    for (const { owner } of twice) expect(owner?.refund?.given?.address).toBe(MINE)
    const kept = await mailbox.mailTo(email, "If this was not you, reply to this email at once")
    const toStaff = await mailbox.mailTo(STAFF_EMAIL, `buyer of order number ${String(number)} was asked`)
    for (const side of [kept.text, kept.html, toStaff.text, toStaff.html])
      for (const words of [MINE, "£1.00"]) expect(side).toContain(words)
    expect(toStaff.replyTo?.[0]?.address).toBe(email)
    expect(await review.invoice(id)).toMatchObject({
      isAddressAwaited: true,
      refundAddresses: [{ address: MINE, cameBy: "link" }],
    })
    expect((await review.inboxOf(id))[0]?.why).toContain("the buyer gave a refund address")

    const change = give(id, OTHER, headers)
    await call(followedOrderSchema, change.path, change.options)
    const changed = await mailbox.mailTo(email, "another Bitcoin address was entered")
    for (const side of [changed.text, changed.html])
      for (const words of [MINE, OTHER]) expect(side).toContain(words)
    expect((await mailbox.mailTo(STAFF_EMAIL, OTHER)).subject).toContain("was changed")

    const refund = { method: "bitcoin", pence: 100, sats: "2500", address: OTHER, txid: "cd".repeat(32) }
    await review.run(invoiceId, "record_refund", { refund: refund })
    expect((await read()).owner?.refund).toBeNull()
    const late = give(id, MINE, headers)
    expect((await refused(409, late.path, late.options)).code).toBe("not_asked")
    const words = await shop.ask(
      `select address, came_by, exists (select 1 from medusa_payments_outbox m
                where m.key = 'refund-address:' || a.id and m.outcome = 'done') as told
         from bitcoin_refund_address a where invoice_id = $1 order by position`,
      [invoiceId],
    )
    expect(words).toEqual([
      { address: MINE, came_by: "link", told: true },
      { address: OTHER, came_by: "link", told: true },
    ])
    const mails = await shop.ask(
      `select 1 from ${MAILS} where template in ('refund-address-confirmation', 'refund-address-received') and data->>'orderId' = $1`,
      [id],
    )
    expect(mails).toHaveLength(4)
    for (const change of ["set address = 'x'", "set created_at = now()", "set came_by = 'account'"])
      await expect(shop.ask(`update bitcoin_refund_address ${change}`)).rejects.toThrow(
        /not changed afterwards/,
      )
    await expect(shop.ask("delete from bitcoin_refund_address")).rejects.toThrow(/not changed afterwards/)
  })

  it("rejects an unauthenticated client, another site and an invalid address", async () => {
    const { id, ours, headers, invoiceId } = await askedAbout("theirs@x.test")
    const told = async (status: number, address: unknown, with_: Record<string, string>) => {
      const { path, options } = give(id, address, with_)
      return refused(status, path, options)
    }
    expect((await told(403, MINE, {})).code).toBe("not_the_buyer")
    expect((await told(403, MINE, { ...headers, origin: "https://evil.test" })).code).toBe("cross_site")
    expect((await told(403, MINE, { ...headers, "sec-fetch-site": "cross-site" })).code).toBe("cross_site")
    for (const [address, sentence] of [
      [`${MINE.slice(0, -1)}x`, /a character is wrong or missing/],
      ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", /another network/],
      [ours, /an address of ours/],
      ["", /enter a Bitcoin address/],
      [7, /enter a Bitcoin address/],
    ] as const) {
      const { errors } = await told(400, address, headers)
      expect(errors).toEqual([{ field: "address", message: expect.stringMatching(sentence) as unknown }])
    }
    const rows = await shop.ask("select 1 from bitcoin_refund_address where invoice_id = $1", [invoiceId])
    expect(rows).toEqual([])
    for (const place of [0, 1, 2, 3, 4]) {
      const { path, options } = give(id, place % 2 === 0 ? MINE : OTHER, headers)
      await call(followedOrderSchema, path, options)
    }
    expect((await told(409, OTHER, headers)).code).toBe("too_often")
  })

  it("goes to the address that a signed-in buyer gives, and no other account can set it", async () => {
    const { id } = await askedAbout("account@x.test")
    const hers = await signedIn("cus_hers")
    const otherCustomer = await signedIn("cus_stranger")
    await shop.ask(`update "order" set customer_id = 'cus_hers' where id = $1`, [id])
    const theirs = give(id, OTHER, otherCustomer)
    expect((await refused(404, theirs.path, theirs.options)).code).toBe("unknown_order")
    const { path, options } = give(id, MINE, hers)
    expect((await call(followedOrderSchema, path, options)).owner?.refund?.given?.address).toBe(MINE)
    expect((await review.invoice(id)).refundAddresses).toMatchObject([{ address: MINE, cameBy: "account" }])
    expect((await mailbox.mailTo("account@x.test", MINE)).text).toContain("signed in to your account")
  })

  /** A browser after Google's sign-in. */
  async function signedIn(customerId: string) {
    const secret = randomBytes(32).toString("base64url")
    await shop.ask("insert into customer (id, email, has_account) values ($1, $2, true)", [
      customerId,
      `${customerId}@x.test`,
    ])
    await shop.ask(
      `insert into shopper_session (id, secret_hash, customer_id, authenticated_at, expires_at)
       values ($1, $2, $3, now(), now() + interval '1 day')`,
      [`session_${customerId}`, createHash("sha256").update(secret).digest("hex"), customerId],
    )
    return { cookie: `shop_session=${secret}` }
  }
})

it.concurrent(
  "mails buyer and staff about an expired quote, and about money that arrives later",
  async () => {
    const { id, number, bitcoin } = await orderTwoJars("late@x.test", "bitcoin")
    await shop.runOut(id)
    const expired = await mailbox.mailTo("late@x.test", "by then no payment had reached us")
    expect(expired.html).toContain(`http://localhost:8000/checkout?order=${id}#key=`)
    await network.pay(bitcoin?.address ?? "", BigInt(bitcoin?.amountSats ?? 0))
    await network.mine()
    // Expired quotes are polled rarely: this one is polled until the payment is found.
    await shop.untilReviewed(id)
    const review = await mailbox.mailTo("late@x.test", "It arrived after the time to pay had run out")
    const toStaff = await mailbox.mailTo(STAFF_EMAIL, `settle a payment for order number ${String(number)}`)
    for (const side of [review.text, review.html, toStaff.text, toStaff.html])
      expect(side).toContain(bitcoin?.amountBtc)
    for (const side of [toStaff.text, toStaff.html])
      for (const words of ["£38.90", "late@x.test", bitcoin?.address]) expect(side).toContain(words)
  },
)

it.concurrent("mails a request for a refund address, and the refund with its proof", async () => {
  const { id, number } = await orderTwoJars("refund@x.test", "card")
  const due = { orderId: id, refundId: "ref_1", pence: 3890, satoshis: "97250" }
  const done = { ...due, address: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", txid: "ab".repeat(32) }
  // The rows that the record of a refund leaves.
  await shop.ask(
    `insert into medusa_payments_outbox (id, topic, key, payload)
     values ('outmsg_asked', 'mail', 'refund-address-request:ref_1', $1), ('outmsg_made', 'mail', 'refund-sent:ref_1', $2)`,
    [
      { template: "refund-address-request", to: "refund@x.test", data: due },
      { template: "refund-sent", to: "refund@x.test", data: done },
    ],
  )
  const asked = await mailbox.mailTo("refund@x.test", "We owe you a refund")
  const made = await mailbox.mailTo("refund@x.test", "We have refunded you")
  expect(asked.subject).toBe(`Where should we send your refund for order ${String(number)}?`)
  for (const side of [asked.text, asked.html, made.text, made.html])
    for (const words of ["£38.90", "0.00097250 BTC (97,250 satoshis)"]) expect(side).toContain(words)
  for (const side of [made.text, made.html])
    for (const words of [done.address, done.txid]) expect(side).toContain(words)
})

it.concurrent("mails a card buyer that the refund goes back to the card", async () => {
  const { id } = await orderTwoJars("paid-card@x.test", "card")
  await capture(staff, id)
  await cancel(id)
  const { text = "", html = "" } = await mailbox.mailTo("paid-card@x.test")
  for (const side of [text, html]) expect(side).toContain("goes back to your card within 14 days")
})

/** The stock is compared every 15 seconds. */
const WITHIN_A_ROUND = { timeout: 90_000, interval: 100 }

it.concurrent(
  "mails staff once each time a product falls to the threshold, with the remaining stock",
  async () => {
    const mailsOf = (name: string) =>
      mailbox.mails.filter((mail) => mail.receivers.includes(STAFF_EMAIL) && mail.text?.includes(name))
    const honey = await makeProduct(staff, { stock: 5 })
    const plenty = await makeProduct(staff, { stock: 4 })
    const cart = await fillCart(honey, 2, undefined, backend.url)
    await order(checkoutOf(cart, 10, { email: "hungry@x.test" }), backend.url)
    // This time by its schedule.
    await vi.waitFor(() => expect(mailsOf(honey.name)).toHaveLength(1), WITHIN_A_ROUND)
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
    await runJob(staff, "check-stock-levels")
    expect(await alarmsOf()).toEqual([])
    await setStock(staff, honey, 2)
    await runJob(staff, "check-stock-levels")
    await vi.waitFor(() => expect(mailsOf(honey.name)).toHaveLength(2), WITHIN_A_ROUND)
    expect(mailsOf(honey.name)[1]?.text).toMatch(new RegExp(`${honey.name}.*: sold out`))
  },
)
