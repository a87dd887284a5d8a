import { Counter, Gauge, Histogram, Registry } from "prom-client"

/** The metrics of this process, apart from those of modules. docs/operating.md says what to do when one is wrong. */
export const metrics = new Registry()
const registers = [metrics]

export const httpRequests = new Counter({
  name: "shop_http_requests_total",
  help: "Requests answered, by route pattern. Status is its class, like 5xx; aborted: the client left before.",
  labelNames: ["method", "route", "status"],
  registers,
})

export const httpDuration = new Histogram({
  name: "shop_http_request_duration_seconds",
  help: "Time from a request's headers to the end of its answer, by route pattern. Without event streams.",
  labelNames: ["method", "route"],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
})

export const orders = new Counter({
  name: "shop_order_requests_total",
  help: "Attempts to place an order: placed, repeated (the same order once more), or why not, like out_of_stock.",
  labelNames: ["result"],
  registers,
})

export const mails = new Counter({
  name: "shop_mail_attempts_total",
  help: "Attempts to send a mail. failed: it is tried again; rejected: the recipient's server refused the address.",
  labelNames: ["result"],
  registers,
})
for (const result of ["sent", "failed", "rejected"]) mails.inc({ result }, 0)

export const watcherLeader = new Gauge({
  name: "shop_watcher_leader",
  help: "1 in the process that polls the chain, 0 in the others.",
  registers,
})
