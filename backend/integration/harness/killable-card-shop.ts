import { expect, inject } from "vitest"
import { cardRecords } from "./card-records"
import { CardBuyer, startCards } from "./card-shop"
import type { MadeProduct } from "./fixtures"
import { killableShop } from "./killable-shop"
import { openMailbox } from "./mailbox"
import { databaseUrl } from "./postgres"
import { baseSettings } from "./settings"
import { signInStaff, type Staff } from "./staff"
import { copyTemplate, dropDatabase } from "./template"

export type KillableCardShop = Awaited<ReturnType<typeof startKillableCardShop>>
type Placed = { readonly id: string; readonly number: number }

/** A shop that takes cards and can be killed at any write. The processor goes on. @param name unique among the specs */
export async function startKillableCardShop(name: string) {
  const cards = await startCards()
  const mailbox = await openMailbox()
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), `shop_own_${name}`)
  const database = databaseUrl(inject("postgresUrl"), copy.database)
  const records = cardRecords(database, cards, mailbox)
  const settings = {
    ...baseSettings(database, copy.mediaDir),
    ...cards.settings,
    STRIPE_API_URL: cards.url,
    BITCOIN_ESPLORA_URL: inject("quietChainUrl"),
    SMTP_URL: mailbox.url,
  }
  const current: { staff?: Staff; buyer?: CardBuyer } = {}
  const shop = killableShop(settings, name, async ({ url }) => {
    await cards.notify(url)
    current.staff = await signInStaff(url)
    current.buyer = new CardBuyer(url, current.staff)
  })
  /** Both use the running shop, which is started if there is none. */
  const people = async () => {
    await shop.up()
    if (!current.staff || !current.buyer) throw new Error("The shop did not start.")
    return { staff: current.staff, buyer: current.buyer }
  }
  const untilState = (orderId: string, state: string) =>
    records.until(async () => {
      const { buyer } = await people()
      expect((await buyer.read(orderId)).cardPayment?.state).toBe(state)
    })

  return {
    cards,
    shop,
    people,
    untilState,
    ...records,
    /** Orders one new product of £12.50 and leaves it unpaid. */
    placeOne: async () => (await people()).buyer.order(),
    /** The reservation is over. */
    passReservation: (orderId: string) =>
      records.ask("update card_payment set payable_until = now(), next_poll_at = now() where order_id = $1", [
        orderId,
      ]),
    expectPaidOnce: async ({ id, number }: Placed, product: MadeProduct) => {
      await untilState(id, "paid")
      await records.untilAtRest(id)
      expect(await records.chargesOf(id)).toEqual([{ pence: 1250, refunds: [] }])
      expect(await records.booksOf(id)).toEqual({ captures: [12.5], refunds: [], booked: [12.5] })
      expect(await records.reservedOf(product)).toEqual({ sum: 1, lines: [1] })
      expect(records.mailsAbout(`Order ${number} is paid`)).toHaveLength(1)
    },
    expectEnded: async ({ id, number }: Placed, product: MadeProduct) => {
      const { buyer } = await people()
      await records.until(async () => expect((await buyer.read(id)).status).toBe("cancelled"))
      await records.untilAtRest(id)
      expect(await records.chargesOf(id)).toEqual([])
      expect(await records.booksOf(id)).toEqual({ captures: [], refunds: [], booked: [] })
      expect(await records.reservedOf(product)).toEqual({ sum: 0, lines: [] })
      expect(records.mailsAbout(`Order ${number} is cancelled`)).toHaveLength(1)
    },
    stop: async () => {
      await shop.stop()
      await cards.stop()
      await mailbox.close()
      await dropDatabase(inject("postgresUrl"), copy.database)
    },
  }
}
