import { Counter, Registry } from "prom-client"

/** The metrics of this module; the server merges them with the others. */
export const bitcoinMetrics = new Registry()

export const sourceFailures = new Counter({
  name: "shop_chain_source_failures_total",
  help: "Failures while polling, by chain source; shop: an error of our own.",
  labelNames: ["source"],
  registers: [bitcoinMetrics],
})
