import { randomBytes, randomInt } from "node:crypto"
import { request } from "node:http"
import { join } from "node:path"
import { z } from "zod"
import { sendToSandbox } from "../cli/command.js"
import { npmCli, repository } from "../launcher/builds.js"
import { makePassword } from "../launcher/secrets.js"
import { runToEnd, startNode } from "../process/child.js"
import { inheritedEnvironment } from "../process/environment.js"
import { linesOf, UserError } from "../process/user-error.js"
import { waitFor } from "../process/wait.js"
import { type Deployment, STAFF } from "./deployment.js"
import type { Services } from "./services.js"

const productsSchema = z.array(
  z.object({ id: z.string(), slug: z.string(), price: z.string(), stock: z.number() }),
)
const placedSchema = z.object({ id: z.string(), bitcoinAddress: z.string() })
const orderSchema = z.object({ status: z.string(), bitcoin: z.object({ remainingSats: z.string() }) })

async function call<T>(schema: z.ZodType<T>, url: string, body?: object, token?: string): Promise<T> {
  const response = await fetch(url, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
  })
  const text = await response.text()
  if (!response.ok) throw new UserError(`${url} answered ${response.status}: ${text.slice(0, 300)}`)
  return schema.parse(JSON.parse(text))
}

async function waitUntil(condition: string, isTrue: () => Promise<boolean>): Promise<void> {
  const poll = async () => ((await isTrue()) ? true : undefined)
  if ((await waitFor(poll, { timeoutMs: 60_000, intervalMs: 300 })) === undefined)
    throw new UserError(`Not within a minute: ${condition}.`)
}

/** Orders one product, as a shopper does. */
export async function placeOrder({ shop }: Deployment): Promise<{ id: string; bitcoinAddress: string }> {
  const products = await call(productsSchema, `${shop}/api/products`)
  // Several buyers order from one list, which is some seconds old.
  const sellable = products.filter(({ stock }) => stock > 10)
  const product = sellable[randomInt(Math.max(1, sellable.length))]
  if (product === undefined) throw new UserError("The shop has nothing to sell.")
  const page = await fetch(`${shop}/product/${product.slug}`)
  if (!page.ok || !(await page.text()).includes(product.price))
    throw new UserError("The product page does not show the price.")
  const cartId = `cart_${randomBytes(15).toString("hex")}`
  await call(z.unknown(), `${shop}/api/cart`, { cartId, productId: product.id, quantity: 1 })
  return call(placedSchema, `${shop}/api/orders`, {
    email: "buyer@smoke-test.example",
    name: "Ada Lovelace",
    address: "12 St James's Square",
    city: "London",
    postcode: "SW1Y 4JH",
    phone: "07700 900123",
    shippingMethod: "standard",
    paymentMethod: "bitcoin",
    shippingCost: 0,
    total: Number(product.price),
    cartId,
  })
}

/** Orders one product, pays for it and waits until the order is paid. @returns the order's id */
export async function sell(deployment: Deployment, bitcoinUrl: string): Promise<string> {
  const { id, bitcoinAddress: address } = await placeOrder(deployment)
  const orderUrl = `${deployment.shop}/api/orders/${id}`
  const { bitcoin } = await call(orderSchema, orderUrl)
  await sendToSandbox(bitcoinUrl, "pay", { address, sats: Number(bitcoin.remainingSats) }, z.unknown())
  await waitUntil("the order is paid", async () => (await call(orderSchema, orderUrl)).status === "paid")
  return id
}

export async function expectMails({ mailbox }: Services): Promise<void> {
  const arrived = () => call(z.array(z.unknown()), `${mailbox.url}/api/messages`)
  await waitUntil("the order's mails have arrived", async () => (await arrived()).length >= 2)
}

/** The operator's commands succeed while no case is open. */
export async function runOperatorCommands(deployment: Deployment): Promise<void> {
  await deployment.exec("status", "node", "src/scripts/bitcoin/status.js")
  await deployment.exec("export", "node", "src/scripts/bitcoin/export.js")
}

/**
 * Signs in to the admin and reads orders: the first member of staff, and one added as docs/operating.md says.
 * @returns the token of the first
 */
export async function openAdmin(deployment: Deployment): Promise<string> {
  const { admin } = deployment
  const page = await fetch(`${admin}/app`)
  if (!page.ok || !(await page.text()).includes("<script"))
    throw new UserError("The admin's page is missing.")
  const another = { email: "another@smoke-test.example", password: makePassword() }
  const medusa = ["node", "../node_modules/@medusajs/cli/cli.js"]
  await deployment.exec("user", ...medusa, "user", "--email", another.email, "--password", another.password)
  await signIn(deployment, another)
  return signIn(deployment, STAFF)
}

const ordersUrl = ({ admin }: Deployment) => `${admin}/admin/orders?limit=1`

/** Signs in as staff and reads orders. @returns the token */
async function signIn(deployment: Deployment, staff: typeof STAFF): Promise<string> {
  const signedIn = z.object({ token: z.string() })
  const { token } = await call(signedIn, `${deployment.admin}/auth/user/emailpass`, staff)
  await call(z.unknown(), ordersUrl(deployment), undefined, token)
  return token
}

/** @param token of a session from before the secrets were replaced */
export async function expectNewSecrets(deployment: Deployment, token: string): Promise<void> {
  const { status } = await fetch(ordersUrl(deployment), { headers: { authorization: `Bearer ${token}` } })
  if (status !== 401) throw new UserError(`Staff of before the new secrets are answered ${status}, not 401.`)
  await signIn(deployment, STAFF)
}

const ORDERS_A_SECOND = 5
/** Fewer prove nothing. */
const LEAST_ORDERS = 20

/** Five buyers a second order while `work` is done, and every order must succeed. @returns how many orders were placed */
export async function orderDuring(deployment: Deployment, work: () => Promise<void>): Promise<number> {
  const failures: string[] = []
  const orders: Promise<void>[] = []
  const order = async () => {
    await placeOrder(deployment).catch((error: unknown) => failures.push(linesOf(error).join(" ")))
  }
  const buyers = setInterval(() => orders.push(order()), 1000 / ORDERS_A_SECOND)
  try {
    await work()
  } finally {
    clearInterval(buyers)
    await Promise.all(orders)
  }
  if (failures.length > 0)
    throw new UserError(`${failures.length} of ${orders.length} orders failed:`, failures.slice(0, 10))
  if (orders.length < LEAST_ORDERS)
    throw new UserError(`Only ${orders.length} orders were placed in that time, fewer than ${LEAST_ORDERS}.`)
  return orders.length
}

/** Runs the buying journeys of e2e/ in a browser, through the proxy and both servers. */
export function runJourneys({ shop, admin }: Deployment, services: Services, logs: string): Promise<void> {
  const stack = {
    storefrontUrl: shop,
    backendUrl: admin,
    bitcoinUrl: services.bitcoin.url,
    mailboxUrl: services.mailbox.url,
    cardsUrl: services.cards.url,
    admin: STAFF,
  }
  return runToEnd(
    startNode({
      name: "the journeys of several processes",
      script: npmCli(),
      args: [
        "exec",
        "playwright",
        "--",
        "test",
        "--config",
        "e2e/multi-process.config.ts",
        "--project",
        "buying",
      ],
      cwd: repository,
      env: { ...inheritedEnvironment(), SHOP_UNDER_TEST: JSON.stringify(stack), CI: "1" },
      logFile: join(logs, "journeys.log"),
    }),
  )
}

/** The limit of writes per minute applies to one address across both servers, and to no other address. */
export async function checkRateLimit({ shop }: Deployment, writesPerMinute: number): Promise<void> {
  const writeFrom = (localAddress: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = {
        "content-type": "application/json",
        "x-forwarded-for": `203.0.113.${Date.now() % 200}`,
      }
      const sent = request(`${shop}/api/cart`, { method: "POST", localAddress, headers }, (response) =>
        resolve(response.resume().statusCode ?? 0),
      )
      sent.on("error", reject).end("{}")
    })
  const statuses: number[] = []
  for (let write = 0; write <= writesPerMinute; write++) statuses.push(await writeFrom("127.0.0.2"))
  if (statuses.at(-1) !== 429) throw new UserError("The shop accepted too many writes from one address.")
  if (statuses.indexOf(429) < writesPerMinute) throw new UserError("The limit of writes applied too early.")
  if ((await writeFrom("127.0.0.3")) === 429)
    throw new UserError("The limit of one address applied to another one.")
}
