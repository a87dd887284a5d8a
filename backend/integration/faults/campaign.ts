import { startFlakyFront } from "../../src/modules/bitcoin-payment/adapters/testing/flaky-front"
import { inject } from "vitest"
import { makeProduct, type MadeProduct } from "../harness/fixtures"
import { openMailbox } from "../harness/mailbox"
import { databaseUrl } from "../harness/postgres"
import { startRegtest } from "../harness/regtest"
import { baseSettings } from "../harness/settings"
import { signInStaff } from "../harness/staff"
import { copyTemplate, dropDatabase } from "../harness/template"
import { buy, type Market } from "./buyer"
import { readEndState, type EndState } from "./end-state"
import { heal } from "./heal"
import { keepShop } from "./kept-shop"
import { nodeTruth } from "./node-truth"
import { pay } from "./pay"
import type { BuyerPlan, Plan } from "./plan"
import { Progress } from "./progress"
import { watchSight } from "./sight"
import { letItStorm, startMining, WITNESS, type World } from "./weather"
import { layWire } from "./wire"
import type { Quote, Witness } from "./witness"

/** So many shop at a time; those who wait for a quote to run out are not counted. */
const AT_A_TIME = 5
const GRACE_MINUTES = 0.2
const PRICES = [7.3, 5, 119.99]
/** Of the last item there is not enough for everybody. */
const stockFor = (orders: number, item: number) => (item === 1 ? Math.ceil(orders / 3) : 10_000)

export interface Figures {
  readonly seconds: number
  readonly kills: number
  readonly ownEnds: number
  readonly failedStarts: number
  readonly blocks: number
  readonly reorganisations: number
  readonly losing: number
  readonly longestBlindSeconds: number
}

/** Carries a plan out on a real shop, and answers where everything came to rest. */
export async function runCampaign(plan: Plan): Promise<{ end: EndState; figures: Figures }> {
  const started = performance.now()
  const orders = plan.buyers.length
  const name = "shop_own_faults"
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), name)
  const direct = `${databaseUrl(inject("postgresUrl"), copy.database)}?application_name=${WITNESS}`
  const [network, wire, mailbox] = await Promise.all([
    startRegtest(),
    layWire(databaseUrl(inject("postgresUrl"), copy.database)),
    openMailbox(),
  ])
  const source = await startFlakyFront(network.url)
  const shop = await keepShop({
    ...baseSettings(wire.url, copy.mediaDir),
    SMTP_URL: mailbox.url,
    BITCOIN_ESPLORA_URL: source.url,
    BITCOIN_POLL_SECONDS: "0.3",
    // Not the rate at which a penny is exactly 25 satoshis.
    BITCOIN_RATE_GBP: "43210.57",
    BITCOIN_QUOTE_MINUTES: "0.2",
    BITCOIN_GRACE_MINUTES: String(GRACE_MINUTES),
    BITCOIN_HOLD_MINUTES: "0.25",
  })
  const sight = watchSight(direct)
  try {
    const staff = await signInStaff(shop.url)
    const goods: MadeProduct[] = []
    for (const [item, price] of PRICES.entries())
      goods.push(await makeProduct(staff, { price, stock: stockFor(orders, item) }))
    const witness: Witness = { sales: [], quotes: new Map(), payments: new Map() }
    const truth = nodeTruth(network.url)
    const progress = new Progress()
    const market: Market = { shop, network, goods, witness, progress, graceMs: GRACE_MINUTES * 60_000 }
    const world: World = { shop, wire, databaseUrl: direct, source, network, truth, witness, progress }

    const mining = startMining(world, plan.ticks)
    await Promise.all([letItStorm(world, plan), sendBuyers(market, plan.buyers)])
    await mining.stop()
    await heal(world)
    const figures = {
      ...shop.counts,
      ...mining.counts,
      longestBlindSeconds: Math.round(sight.longestMs() / 1000),
    }
    const end = await readEndState({
      databaseUrl: direct,
      staff: await signInStaff(shop.url),
      goods,
      truth,
      witness,
      mailbox,
      blind: sight.blind,
    })
    return { end, figures: { ...figures, seconds: Math.round((performance.now() - started) / 1000) } }
  } finally {
    await sight.stop()
    await shop.stop()
    await Promise.all([source.stop(), wire.close(), mailbox.close()])
    await network.stop()
    await dropDatabase(inject("postgresUrl"), name)
  }
}

/** Sends every buyer, a few at a time to the till; what they do about their money does not hold up the next. */
async function sendBuyers(market: Market, buyers: readonly BuyerPlan[]): Promise<void> {
  const paying: Promise<void>[] = []
  const queue = [...buyers.entries()]
  const shopper = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [number, plan] = next
      const quotes: Quote[] = []
      for (const basket of plan.pays === "two orders at once" ? ["a", "b"] : ["a"]) {
        const quote = await buy(market, plan, `buyer-${String(number)}${basket}`)
        if (quote) quotes.push(quote)
      }
      const business = pay(market, plan, quotes).then(() => market.progress.step())
      paying.push(business)
      if (plan.pays !== "late" && plan.pays !== "after renewing the quote") await business
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, shopper))
  market.progress.end()
  await Promise.all(paying)
}
