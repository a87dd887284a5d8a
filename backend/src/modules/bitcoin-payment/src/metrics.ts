import { Counter, Gauge, Registry } from "prom-client"
import type { LightningStatus } from "./ports/lightning-node"

/** The metrics of this module; the server merges them with the others. */
export const bitcoinMetrics = new Registry()

const lightning = (name: string, help: string) =>
  new Gauge({ name: `shop_lightning_${name}`, help, registers: [bitcoinMetrics] })
const reachable = lightning(
  "node_reachable",
  "1: the Lightning node answers this process. 0: it does not, or there is none.",
)
const receivable = lightning(
  "receivable_satoshis",
  "What the node can receive; -1: it buys liquidity when needed.",
)
const feeCredit = lightning("fee_credit_satoshis", "What phoenixd's provider keeps towards a channel.")

/** @param status what the node says of itself; null: it does not answer */
export function recordLightningStatus(status: LightningStatus | null): void {
  reachable.set(status === null ? 0 : 1)
  if (status === null) return
  const { receivableMsat, feeCreditSat } = status
  receivable.set(receivableMsat === "unlimited" ? -1 : Number(receivableMsat / 1000n))
  feeCredit.set(Number(feeCreditSat ?? 0n))
}

export const sourceFailures = new Counter({
  name: "shop_chain_source_failures_total",
  help: "Failures while polling, by chain source; shop: an error of our own.",
  labelNames: ["source"],
  registers: [bitcoinMetrics],
})
