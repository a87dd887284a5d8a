import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { edit } from "../harness/edits"
import { startKillableCardShop, type KillableCardShop } from "../harness/killable-card-shop"
import { oneOf } from "../harness/sampled"

let own: KillableCardShop
beforeAll(async () => {
  own = await startKillableCardShop("amount_due_crash")
})
afterAll(() => own.stop())

type Method = "card" | "bitcoin"

/** Staff make the order one of two pieces. The outbox follows it. */
const editOne = async (id: string) => edit((await own.people()).staff, id, { quantity: 2 })

async function placedBy(method: Method) {
  const { placed } = await own.placeOne()
  if (method === "bitcoin") await (await own.people()).buyer.changeMethod(placed.id, "bitcoin")
  return placed.id
}

/** What the buyer is asked for, what Medusa expects, and the mails about the change. */
const stateOf = async (id: string) => {
  const [state] = await own.ask(
    `select array(select pence::int from card_payment where order_id = $1 and closed_at is null and captured_at is null
               union all select price_minor::int from bitcoin_invoice
                where order_id = $1 and closed_at is null and captured_at is null) as asked,
            array(select s.amount::float from payment_session s
                    join order_payment_collection l on l.payment_collection_id = s.payment_collection_id
                    left join payment p on p.payment_session_id = s.id
                   where l.order_id = $1 and s.status <> 'canceled' and p.captured_at is null) as expected,
            (select count(*)::int from medusa_payments_outbox where topic = 'mail' and key like 'order-changed:' || $1 || '%') as mails`,
    [id],
  )
  return state
}
async function expectAskedOnce(id: string, pence: number): Promise<void> {
  await own.shop.up()
  const right = { asked: [pence], expected: [pence / 100], mails: 1 }
  await own.until(async () => expect(await stateOf(id)).toEqual(right))
  await own.untilAtRest(id)
  // Told once more, the shop changes nothing.
  await own.ask(
    `update medusa_payments_outbox set finished_at = null, outcome = null, next_attempt_at = now()
      where topic = 'order-amount-changed' and payload ->> 'orderId' = $1`,
    [id],
  )
  await own.untilAtRest(id)
  expect(await stateOf(id)).toEqual(right)
}

/** The writes of each method, in their order. */
const writesOf = (method: Method) => ({
  close: `update of closed_at on ${method === "card" ? "card_payment" : "bitcoin_invoice"}`,
  open: `insert on ${method === "card" ? "card_payment" : "bitcoin_invoice"}`,
})
const KILLS = (["card", "bitcoin"] as const).flatMap((method): [string, Method, string, string?][] => [
  ["Medusa's sum is raised", method, "update of amount on payment_collection"],
  ["Medusa's new session is stored", method, "insert on payment_session"],
  ["the old payment ends", method, writesOf(method).close],
  ["its session ends", method, "update of status on payment_session", "new.status = 'canceled'"],
  ["the new payment is stored", method, writesOf(method).open],
  ["the mail is stored", method, "insert on medusa_payments_outbox", "new.key like 'order-changed:%'"],
])

describe("a changed order whose shop was killed", () => {
  it.each(oneOf(KILLS))("before %s, unpaid, by %s, is asked for the new amount once", async (...kill) => {
    const [, method, write, when] = kill
    const id = await placedBy(method)
    await own.shop.killAt(write, () => Promise.allSettled([editOne(id)]), when)
    await expectAskedOnce(id, 2500)
  })

  it.each(
    oneOf([
      ["Medusa's collection", "insert on payment_collection"],
      ["its link to the order", "insert on order_payment_collection"],
      ["its session", "insert on payment_session"],
      ["the new payment", "insert on card_payment"],
    ]),
  )("before %s for the difference was stored is asked for it once, and pays it", async (_what, write) => {
    const id = await placedBy("card")
    await (await own.people()).buyer.openPage(id)
    await own.cards.pay(id)
    await own.untilState(id, "paid")
    await own.untilAtRest(id)
    await own.shop.killAt(write, () => Promise.allSettled([editOne(id)]))
    await expectAskedOnce(id, 1250)
    await (await own.people()).buyer.openPage(id)
    await own.cards.pay(id)
    await own.untilAtRest(id)
    await own.until(async () =>
      expect(await own.chargesOf(id)).toEqual([
        { pence: 1250, refunds: [] },
        { pence: 1250, refunds: [] },
      ]),
    )
  })
})

const CHOICES = [
  { chosen: "card", last: "bitcoin", method: "card" },
  { chosen: "bitcoin", last: "card", method: "bitcoin" },
  { chosen: "bitcoin again", last: "bitcoin", method: "bitcoin" },
] as const
const CHOICE_KILLS = CHOICES.flatMap(({ chosen, last, method }) =>
  [
    { what: "the last payment is closed", write: writesOf(last).close },
    {
      what: "the last session is cancelled",
      write: "update of status on payment_session",
      when: "new.status = 'canceled'",
    },
    { what: "the chosen payment is stored", write: writesOf(method).open },
  ].map((kill) => ({ chosen, method, ...kill })),
)

describe("a buyer's choice for a difference is finished without them when the shop is killed", () => {
  it.each(oneOf(CHOICE_KILLS))("before $what, by $chosen", async ({ chosen, method, write, when }) => {
    const id = await placedBy("card")
    const { buyer } = await own.people()
    await buyer.openPage(id)
    await own.cards.pay(id)
    await own.untilState(id, "paid")
    await own.untilAtRest(id)
    await editOne(id)
    await expectAskedOnce(id, 1250)
    if (chosen !== "bitcoin") await buyer.changeMethod(id, "bitcoin")
    if (chosen === "bitcoin again") {
      const over = "expires_at = now() - interval '1 day', next_poll_at = now()"
      await own.ask(`update bitcoin_invoice set ${over} where order_id = $1`, [id])
      await own.until(async () => expect((await buyer.read(id)).bitcoin?.state).toBe("expired"))
    }
    const change = () => expect(buyer.changeMethod(id, method)).rejects.toThrow()
    await own.shop.killAt(write, change, when)
    const { buyer: waiting } = await own.people()
    await own.until(async () => expect(await stateOf(id)).toMatchObject({ asked: [1250], expected: [12.5] }))
    expect(await waiting.read(id)).toMatchObject({
      paymentMethod: method,
      ...(method === "card"
        ? { cardPayment: { canRetry: true } }
        : { bitcoin: { state: "awaiting_payment" } }),
    })
  })
})
