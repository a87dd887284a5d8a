import type { PlacedOrder } from "@shop/contracts"
import { inject } from "vitest"
import { startCards } from "../harness/card-shop"
import { makeProduct, type MadeProduct } from "../harness/fixtures"
import { openMailbox } from "../harness/mailbox"
import { metricsOnFreePort } from "../harness/metrics"
import { databaseUrl } from "../harness/postgres"
import { baseSettings, type Settings } from "../harness/settings"
import { signInStaff } from "../harness/staff"
import { copyTemplate, dropDatabase } from "../harness/template"
import { askThroughOutages } from "./ask-through-outages"
import { buy, type BuyerContext } from "./buyer"
import { startCoreNetwork } from "./core-network"
import { readEndState, type EndState } from "./end-state"
import { startEsploraNetwork } from "./esplora-network"
import { recover } from "./recover"
import { startPersistentShop } from "./persistent-shop"
import { trackNodeState } from "./node-state"
import { pay } from "./pay"
import { payByCard } from "./pay-by-card"
import { isByCard, type BuyerPlan, type Plan } from "./plan"
import { Progress } from "./progress"
import { monitorVisibility } from "./visibility"
import { runFaultSchedule, startMining, OBSERVER_SESSION, type FaultTargets } from "./fault-schedule"
import { startProcessGroup } from "./process-group"
import type { ServiceTargets } from "./service-faults"
import { startFaultyServices, type FaultyServices } from "./services"
import { startShopClock } from "./shop-clock"
import { startTcpProxy } from "./tcp-proxy"
import type { Observer } from "./observer"

/** The number of concurrent buyers, without those who wait for a quote to expire. */
const AT_A_TIME = 5
const GRACE_MINUTES = 0.2
const PRICES = [7.3, 5, 119.99]
/** The second product has too little stock for all orders. */
const stockFor = (orders: number, item: number) => (item === 1 ? Math.ceil(orders / 3) : 10_000)

export interface CampaignCounts {
  readonly seconds: number
  readonly kills: number
  readonly crashes: number
  readonly failedStarts: number
  readonly forcedStops: number
  readonly blocks: number
  readonly reorganisations: number
  readonly losing: number
  readonly longestBlindSeconds: number
}

/** Runs a plan against a real shop. @returns the final state */
export async function runCampaign(plan: Plan): Promise<{ end: EndState; figures: CampaignCounts }> {
  const started = performance.now()
  const orders = plan.buyers.length
  const name = "shop_own_faults"
  const services = plan.processes === "several" ? await startFaultyServices() : null
  const postgresUrl = services?.postgresUrl ?? inject("postgresUrl")
  const copy = await copyTemplate(postgresUrl, services?.template ?? inject("template"), name)
  const direct = `${databaseUrl(postgresUrl, copy.database)}?application_name=${OBSERVER_SESSION}`
  const [network, cards, clock, databaseProxy, mailbox] = await Promise.all([
    plan.source === "core" ? startCoreNetwork() : startEsploraNetwork(),
    startCards(),
    startShopClock(),
    startTcpProxy(databaseUrl(postgresUrl, copy.database)),
    openMailbox(),
  ])
  const settings = {
    ...baseSettings(databaseProxy.url, services?.mediaDir ?? copy.mediaDir),
    ...clock.settings,
    ...cards.settings,
    STRIPE_API_URL: cards.url,
    SMTP_URL: mailbox.url,
    ...network.settings,
    BITCOIN_POLL_SECONDS: "0.3",
    // A rate at which a penny is not a whole number of satoshis.
    BITCOIN_RATE_GBP: "43210.57",
    BITCOIN_QUOTE_MINUTES: "0.2",
    BITCOIN_GRACE_MINUTES: String(GRACE_MINUTES),
    BITCOIN_HOLD_MINUTES: "0.25",
    // Orders with a case end with the run.
    BITCOIN_CASE_HOURS: "0",
  }
  // Events go to the server that started last. Without it they are lost until the next start.
  const notify = (url: string) => cards.notify(url)
  const service = services && (await startServiceTargets(services, settings, notify))
  const shop = service?.group ?? (await startPersistentShop(settings, { onStarted: notify }))
  const visibility = monitorVisibility(direct)
  try {
    const staff = await signInStaff(shop.url)
    const products: MadeProduct[] = []
    for (const [item, price] of PRICES.entries())
      products.push(await makeProduct(staff, { price, stock: stockFor(orders, item) }))
    const observer: Observer = { sales: [], quotes: new Map(), payments: new Map(), charges: new Map() }
    const nodeState = trackNodeState(network)
    const progress = new Progress()
    const context: BuyerContext = {
      shop,
      network,
      cards,
      products,
      observer,
      progress,
      endReservation: async (orderId) => {
        await askThroughOutages(direct, END_RESERVATION, [orderId])
      },
      graceMs: GRACE_MINUTES * 60_000,
    }
    const targets: FaultTargets = {
      shop,
      databaseProxy,
      databaseUrl: direct,
      clock,
      network,
      cards,
      nodeState,
      observer,
      progress,
      service,
    }

    const mining = startMining(targets, plan.ticks)
    const [outages] = await Promise.all([runFaultSchedule(targets, plan), sendBuyers(context, plan.buyers)])
    await mining.stop()
    await recover(targets)
    const figures = {
      ...shop.counts,
      ...mining.counts,
      longestBlindSeconds: Math.round(visibility.longestMs() / 1000),
    }
    const end = await readEndState({
      databaseUrl: direct,
      staff: await signInStaff(shop.url),
      products,
      nodeState,
      cards,
      observer,
      mailbox,
      blindPeriods: visibility.blindPeriods,
      pollTimes: [...visibility.pollTimes],
      nodeOutages: outages.ofNode,
      serviceOutages: outages.ofServices,
      wrongClock: clock.wrongPeriods,
    })
    return { end, figures: { ...figures, seconds: Math.round((performance.now() - started) / 1000) } }
  } finally {
    await visibility.stop()
    await shop.stop()
    await Promise.all([databaseProxy.close(), mailbox.close(), cards.stop()])
    await network.stop()
    await clock.stop()
    await dropDatabase(postgresUrl, name)
    await services?.stop()
  }
}

async function startServiceTargets(
  services: FaultyServices,
  settings: Settings,
  onStarted: (url: string) => Promise<void>,
): Promise<ServiceTargets> {
  const metrics = await metricsOnFreePort()
  const group = await startProcessGroup(
    { ...settings, REDIS_URL: services.redisUrl },
    metrics.settings,
    onStarted,
  )
  return { services, group, scrape: metrics.scrape }
}

const END_RESERVATION =
  "update card_payment set payable_until = now(), next_poll_at = now() where order_id = $1 and closed_at is null"

/** Runs all buyers, a few at a time. Late payers do not delay the next buyer. */
async function sendBuyers(context: BuyerContext, buyers: readonly BuyerPlan[]): Promise<void> {
  const paying: Promise<void>[] = []
  const queue = [...buyers.entries()]
  const shopper = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [number, plan] = next
      const placed: PlacedOrder[] = []
      for (const suffix of plan.pays === "two orders at once" ? ["a", "b"] : ["a"]) {
        const order = await buy(context, plan, `buyer-${String(number)}${suffix}`)
        if (order) placed.push(order)
      }
      const paid = isByCard(plan) ? payByCard(context, plan, placed[0]) : pay(context, plan, placed)
      const business = paid.then(() => context.progress.step())
      paying.push(business)
      if (plan.pays !== "late" && plan.pays !== "after renewing the quote") await business
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, shopper))
  context.progress.end()
  await Promise.all(paying)
}
