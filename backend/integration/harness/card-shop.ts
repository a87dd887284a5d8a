import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { cardSessionSchema, followedOrderSchema, type FollowedOrder, type PlacedOrder } from "@shop/contracts"
import { z } from "zod"
import { startCardProcessor } from "../../../sandbox/src/card-processor/start"
import { command, SECRET_KEY, WEBHOOK_SECRET } from "../../../sandbox/src/testing/card-client"
import { call } from "./call"
import { browserOf, checkoutOf, fillCart, order } from "./checkout"
import { makeProduct, type MadeProduct } from "./fixtures"
import type { Settings } from "./settings"
import type { Staff } from "./staff"

const VISA = "4242424242424242"
export const DECLINED = "4000000000000002"
/** The page is finished, and the payment succeeds some seconds later. */
export const SLOW = "4000000000005001"
/** The page is finished, and the payment fails some seconds later. */
export const REFUSED_LATER = "4000000000005019"

const stateSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      client_reference_id: z.string().nullable(),
      payment_intent: z.string().nullable(),
      url: z.string().nullable(),
    }),
  ),
  intents: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      amount_received: z.number(),
      metadata: z.object({ order_id: z.string() }),
    }),
  ),
  refunds: z.array(z.object({ id: z.string(), amount: z.number(), payment_intent: z.string().nullable() })),
  disputes: z.array(z.object({ id: z.string(), payment_intent: z.string().nullable() })),
  events: z.array(z.object({ id: z.string(), type: z.string() })),
  deliveries: z.array(z.object({ event: z.string(), status: z.number() })),
})

const payAnswer = z.object({ kind: z.enum(["complete", "declined", "closed", "challenge"]) })

/** Money that the processor took for an order, and the pence of each refund of it. */
export interface Charge {
  readonly orderId: string
  readonly pence: number
  readonly refunds: readonly number[]
}

/** The sandbox's card processor, with the settings of a shop that uses it. */
export async function startCards(): Promise<Cards> {
  const folder = await mkdtemp(path.join(tmpdir(), "card-processor-"))
  const server = await startCardProcessor({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    logFile: path.join(folder, "cards.log"),
  })
  return new Cards(server.url, async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
}

export class Cards {
  constructor(
    readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  readonly settings: Settings = {
    CARD_PAYMENTS: "stripe",
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  }

  command(pathname: string, body: object = {}, method = "POST"): Promise<unknown> {
    return command(this.url, pathname, body, method)
  }

  /** Events go to this shop. */
  async notify(backendUrl: string): Promise<void> {
    await this.command("/webhook-endpoint", {
      url: `${backendUrl}/api/webhooks/stripe`,
      secret: WEBHOOK_SECRET,
    })
  }

  async state(): Promise<z.output<typeof stateSchema>> {
    return stateSchema.parse(await this.command("/state", {}, "GET"))
  }

  /** The pages of an order, oldest first. */
  async pagesOf(orderId: string) {
    return (await this.state()).sessions.filter(({ client_reference_id: id }) => id === orderId)
  }

  /** The buyer pays on the order's newest page. */
  async pay(orderId: string, card = VISA): Promise<void> {
    const page = (await this.pagesOf(orderId)).at(-1)
    await this.payOn(page?.id ?? "", card)
  }

  /** The buyer pays on this page. @returns `closed`: it takes no money any more */
  async payOn(sessionId: string, card = VISA): Promise<"complete" | "declined" | "closed" | "challenge"> {
    return payAnswer.parse(await this.command(`/sessions/${sessionId}/pay`, { card })).kind
  }

  /** What the processor took from cards. */
  async charges(): Promise<Charge[]> {
    const { intents, refunds } = await this.state()
    return intents
      .filter(({ status }) => status === "succeeded")
      .map(({ id, amount_received: pence, metadata }) => ({
        orderId: metadata.order_id,
        pence,
        refunds: refunds.filter((one) => one.payment_intent === id).map(({ amount }) => amount),
      }))
  }

  /** The processor's payment of an order. */
  async intentOf(orderId: string): Promise<string> {
    const paid = (await this.pagesOf(orderId)).find(({ payment_intent: intent }) => intent !== null)
    return paid?.payment_intent ?? ""
  }
}

/** What a buyer does in a shop that takes cards. */
export class CardBuyer {
  constructor(
    private readonly backendUrl: string,
    private readonly staff: Staff,
  ) {}

  /** Orders one new product of £12.50 by card. */
  async order(): Promise<{ placed: PlacedOrder; product: MadeProduct; cartId: string }> {
    const product = await makeProduct(this.staff, { price: 12.5, stock: 3 })
    const cartId = await fillCart(product, 1, undefined, this.backendUrl)
    const placed = await order(checkoutOf(cartId, 12.5, { paymentMethod: "card" }), this.backendUrl)
    return { placed, product, cartId }
  }

  read(orderId: string): Promise<FollowedOrder> {
    return call(followedOrderSchema, `/api/orders/${orderId}`, { backendUrl: this.backendUrl })
  }

  async openPage(orderId: string): Promise<string> {
    const options = { method: "POST", backendUrl: this.backendUrl, headers: browserOf(orderId) } as const
    return (await call(cardSessionSchema, `/api/orders/${orderId}/card-session`, options)).url
  }

  changeMethod(orderId: string, paymentMethod: "bitcoin" | "card"): Promise<FollowedOrder> {
    return call(followedOrderSchema, `/api/orders/${orderId}/payment-method`, {
      method: "POST",
      backendUrl: this.backendUrl,
      headers: browserOf(orderId),
      body: { paymentMethod },
    })
  }
}
