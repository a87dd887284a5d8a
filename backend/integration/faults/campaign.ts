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
import type { BuyerContext } from "./buyer"
import { endChanges } from "./change-order"
import { startBothNetworks } from "./both-network"
import { startCoreNetwork } from "./core-network"
import { readEndState, type EndState } from "./end-state"
import { startEsploraNetwork } from "./esplora-network"
import type { CampaignNetwork, SourceKind } from "./network"
import { recover } from "./recover"
import { startPersistentShop } from "./persistent-shop"
import { trackNodeState } from "./node-state"
import { sendBuyers } from "./send-buyers"
import type { Plan } from "./plan"
import { Progress } from "./progress"
import { monitorVisibility } from "./visibility"
import { runFaultSchedule, startMining, OBSERVER_SESSION, type FaultTargets } from "./fault-schedule"
import { startProcessGroup } from "./process-group"
import type { ServiceTargets } from "./service-faults"
import { startFaultyServices, type FaultyServices } from "./services"
import { signInAsStaff } from "./staff"
import { startShopClock } from "./shop-clock"
import { startTcpProxy } from "./tcp-proxy"
import type { Observer } from "./observer"

/** A rate at which a penny is not a whole number of satoshis. */
const RATE_GBP = 43210.57
const GRACE_MINUTES = 0.2
const HOLD_MINUTES = 0.25
const PRICES = [7.3, 5, 119.99]
/** The second product has too little stock for all orders. */
const stockFor = (orders: number, item: number) => (item === 1 ? Math.ceil(orders / 3) : 10_000)

const NETWORKS = {
  core: startCoreNetwork,
  esplora: startEsploraNetwork,
  both: startBothNetworks,
} satisfies Record<SourceKind, () => Promise<CampaignNetwork>>

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
    NETWORKS[plan.source](),
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
    // The buyers leave more orders unpaid than any wallet shows.
    BITCOIN_WALLET_GAP_LIMIT: "1000000",
    UNPAID_ADDRESSES_PER_CLIENT: "1000000",
    BITCOIN_POLL_SECONDS: "0.3",
    BITCOIN_RATE_GBP: String(RATE_GBP),
    BITCOIN_QUOTE_MINUTES: "0.2",
    BITCOIN_GRACE_MINUTES: String(GRACE_MINUTES),
    BITCOIN_HOLD_MINUTES: String(HOLD_MINUTES),
    // A case ends with the hold.
    BITCOIN_CASE_HOURS: "0",
    UNPAID_ORDERS_CHECK_SECONDS: "5",
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
    const observer: Observer = {
      sales: [],
      quotes: new Map(),
      payments: new Map(),
      charges: new Map(),
      cancellations: new Map(),
      refunds: new Map(),
      refundedBeforeCapture: new Set(),
      changes: new Map(),
      readings: 0,
      overAsked: [],
    }
    const nodeState = trackNodeState(network)
    const progress = new Progress()
    const context: BuyerContext = {
      shop,
      network,
      cards,
      staffHeaders: await signInAsStaff(shop),
      products,
      observer,
      progress,
      endReservation: async (orderId) => {
        await askThroughOutages(direct, END_RESERVATION, [orderId])
      },
      pendingOf: async (orderId) => {
        const [row] = await askThroughOutages<{ open: number; known: number; cardPence: number | null }>(
          direct,
          PENDING,
          [orderId],
        )
        if (row === undefined) throw new Error("A count has a row.")
        return row
      },
      rateGbp: RATE_GBP,
      graceMs: GRACE_MINUTES * 60_000,
      holdMs: HOLD_MINUTES * 60_000,
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
    await shop.untilUp()
    for (const orderId of observer.changes.keys()) await endChanges(context, orderId)
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
      outages,
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

const PENDING = `
  select (count(*) filter (where finished_at is null and (payload ->> 'kind' = 'capture'
            or topic in ('order-amount-changed', 'bitcoin-refund', 'card-refund'))))::int as open, count(*)::int as known,
         (select min(pence) from card_payment where order_id = $1 and closed_at is null and captured_at is null
             and state = 'awaiting_payment') as "cardPence"
    from medusa_payments_outbox where payload ->> 'orderId' = $1`
