import { resolve } from "node:path"
import { type Server, startServer } from "../process/child.js"

export interface CardProcessorOptions {
  /** Keeps the account between starts [it is lost when the process ends] */
  dataDir?: string
  /** [0: a free one] */
  port?: number
  /** The only API key that it accepts: sk_test_… */
  secretKey: string
  /** Signs the webhooks: whsec_… */
  webhookSecret: string
  /** Where events are sent [nowhere, until POST /sandbox/webhook-endpoint] */
  webhookUrl?: string
  logFile: string
}

/**
 * Starts a card processor in a separate process. `url` has the part of Stripe's API that the shop uses, hosted payment
 * pages, a dashboard, and commands under /sandbox.
 */
export function startCardProcessor(options: CardProcessorOptions): Promise<Server> {
  return startServer({
    name: "the card processor",
    beside: import.meta.url,
    env: {
      CARD_PROCESSOR_PORT: String(options.port ?? 0),
      STRIPE_SECRET_KEY: options.secretKey,
      STRIPE_WEBHOOK_SECRET: options.webhookSecret,
      ...(options.dataDir === undefined ? {} : { CARD_DATA: resolve(options.dataDir) }),
      ...(options.webhookUrl === undefined ? {} : { WEBHOOK_URL: options.webhookUrl }),
    },
    logFile: options.logFile,
  })
}
