import path from "node:path"
import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { z } from "zod"
import { startPostgres, type Postgres } from "../../../sandbox/src/postgres/start"
import { cardRecords } from "../harness/card-records"
import { CardBuyer, startCards, type Cards } from "../harness/card-shop"
import { openMailbox, type Mailbox } from "../harness/mailbox"
import { startMedusa, type Backend } from "../harness/medusa"
import { cardRefund, paymentReviewOf } from "../harness/payment-review"
import { databaseUrl } from "../harness/postgres"
import { baseSettings, CACHE_DIR } from "../harness/settings"
import { signInStaff, type Staff } from "../harness/staff"
import { copyTemplate, ensureTemplate } from "../harness/template"

// A server for this spec alone: the other specs need theirs.
const POSTGRES = { dataDir: path.join(CACHE_DIR, "postgres-away"), database: "tests", isTemporary: true }

let postgres: Postgres
let cards: Cards
let mailbox: Mailbox
let shop: Backend
let records: ReturnType<typeof cardRecords>
let staff: Staff
let buyer: CardBuyer
beforeAll(async () => {
  postgres = await startPostgres(POSTGRES)
  const copy = await copyTemplate(postgres.url, await ensureTemplate(postgres.url), "shop_own_away")
  const database = databaseUrl(postgres.url, copy.database)
  cards = await startCards()
  mailbox = await openMailbox()
  records = cardRecords(database, cards, mailbox)
  const settings = {
    ...baseSettings(database, copy.mediaDir),
    ...cards.settings,
    STRIPE_API_URL: cards.url,
    BITCOIN_ESPLORA_URL: inject("quietChainUrl"),
    SMTP_URL: mailbox.url,
  }
  shop = await startMedusa(settings, "card-without-postgres")
  await cards.notify(shop.url)
  staff = await signInStaff(shop.url)
  buyer = new CardBuyer(shop.url, staff)
})
afterAll(async () => {
  await shop.stop()
  await cards.stop()
  await mailbox.close()
  await postgres.stop()
})

/**
 * Runs `work` while Postgres is stopped, until a notification could not be stored: the shop has waited for Postgres as long as the
 * processor waits for it. Then Postgres starts again.
 */
async function withoutPostgres(work: () => unknown): Promise<void> {
  await postgres.stop()
  try {
    const before = (await cards.state()).deliveries.length
    await work()
    await records.until(async () => {
      const failed = (await cards.state()).deliveries.slice(before).filter(({ status }) => status !== 200)
      expect(failed.length).toBeGreaterThan(0)
    })
  } finally {
    postgres = await startPostgres(POSTGRES)
  }
}

const untilPaid = (orderId: string) =>
  records.until(async () => expect((await buyer.read(orderId)).cardPayment?.state).toBe("paid"))

it("a payment whose notifications come while Postgres is stopped is captured once, and none is lost", async () => {
  const { placed } = await buyer.order()
  await withoutPostgres(() => cards.pay(placed.id))
  await untilPaid(placed.id)
  await records.untilAtRest(placed.id)
  expect(await records.chargesOf(placed.id)).toEqual([{ pence: 1250, refunds: [] }])
  expect(await records.booksOf(placed.id)).toEqual({ captures: [12.5], refunds: [], booked: [12.5] })
  expect(records.mailsAbout(`Order ${placed.number} is paid`)).toHaveLength(1)
  await records.until(async () => {
    const { deliveries } = await cards.state()
    const failed = new Set(deliveries.filter(({ status }) => status !== 200).map(({ event }) => event))
    const stored = await records.ask("select id from card_event where id = any($1)", [[...failed]])
    expect(stored).toHaveLength(failed.size)
  })
})

it("a refund during which Postgres is stopped is made and recorded once", async () => {
  const { placed } = await buyer.order()
  await cards.pay(placed.id)
  await untilPaid(placed.id)
  await records.untilAtRest(placed.id)
  const [card] = (await paymentReviewOf(staff).panel(placed.id)).cards
  // The processor returns the money at once. Its answer comes when Postgres is away.
  await cards.command("/faults", { kind: "late", method: "POST", path: "/v1/refunds", delayMs: 4000 })
  const body = cardRefund(500)
  const press = () => staff.post(z.unknown(), `/admin/payments/${card?.id ?? ""}/actions`, body)
  const pressed = Promise.allSettled([press()])
  await records.until(async () => expect((await records.chargesOf(placed.id))[0]?.refunds).toEqual([500]))
  const event = (await cards.state()).events.at(-1)?.id ?? ""
  let resent: Promise<unknown> = Promise.resolve()
  await withoutPostgres(() => {
    resent = cards.command("/webhooks/resend", { event })
  })
  await Promise.all([resent, pressed])
  await press()
  await records.untilAtRest(placed.id)
  expect(await records.chargesOf(placed.id)).toEqual([{ pence: 1250, refunds: [500] }])
  expect(await records.booksOf(placed.id)).toEqual({ captures: [12.5], refunds: [5], booked: [12.5, -5] })
  expect(records.mailsAbout(`Your refund for order ${placed.number}`)).toHaveLength(1)
})
