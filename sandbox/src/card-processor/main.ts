import type { FastifyInstance } from "fastify"
import { z } from "zod"
import { localServer, refusePages, sendFailure, sendText } from "../html/local-server.js"
import { announce } from "../process/child.js"
import { Account } from "./account.js"
import { apiRoutes } from "./api.js"
import { controlRoutes } from "./control-routes.js"
import { dashboard } from "./dashboard.js"
import { ApiError } from "./errors.js"
import { Faults } from "./faults.js"
import { hostedPages } from "./hosted-page.js"
import { bookCharge, disputeLater, settleLater } from "./payments.js"
import { finishRefund } from "./refunds.js"
import { endIfDue } from "./sessions.js"
import { Webhooks } from "./webhooks.js"

const TICK_MS = 200

const settings = z
  .object({
    CARD_DATA: z.string().min(1).optional(),
    CARD_PROCESSOR_PORT: z.coerce.number().int().min(0).max(65535),
    STRIPE_SECRET_KEY: z.string().min(1),
    STRIPE_WEBHOOK_SECRET: z.string().startsWith("whsec_"),
    WEBHOOK_URL: z.url().optional(),
  })
  .parse(process.env)

const faults = new Faults()
const webhooks = new Webhooks()
if (settings.WEBHOOK_URL !== undefined)
  webhooks.endpoint = { url: settings.WEBHOOK_URL, secret: settings.STRIPE_WEBHOOK_SECRET }
const account = new Account(settings.CARD_DATA, (event) => webhooks.send(event))

/** What happens at a later time. */
const TASKS = {
  settle: settleLater,
  book: bookCharge,
  dispute: disputeLater,
  finish_refund: finishRefund,
}
const clock = setInterval(() => {
  for (const session of account.sessions.values()) endIfDue(account, session)
  for (const { kind, subject } of account.takeDueTasks()) TASKS[kind](account, subject)
}, TICK_MS)

const app = localServer()

let url = ""
await app.register(
  (api: FastifyInstance, _, done) => {
    apiRoutes(api, {
      account,
      faults,
      secretKey: settings.STRIPE_SECRET_KEY,
      pageUrl: (id) => `${url}/c/pay/${id}`,
    })
    done()
  },
  { prefix: "/v1" },
)
await app.register(
  (control: FastifyInstance, _, done) => {
    refusePages(control)
    controlRoutes(control, { account, faults, webhooks })
    done()
  },
  { prefix: "/sandbox" },
)
refusePages(app, { butOwn: true })
hostedPages(app, account, webhooks)
dashboard(app, account)
app.setErrorHandler((error, _, reply) => {
  if (error instanceof ApiError || error instanceof z.ZodError)
    return sendText(reply, 404, "There is no such page.")
  return sendFailure(reply, error)
})

url = await app.listen({ host: "127.0.0.1", port: settings.CARD_PROCESSOR_PORT })
announce(url, async () => {
  clearInterval(clock)
  webhooks.close()
  await app.close()
  account.save()
})
