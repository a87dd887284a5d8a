import { randomBytes } from "node:crypto"
import { request } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { askSandbox } from "../cli/sandbox-api.js"
import { makePassword } from "../launcher/secrets.js"
import { Explained } from "../process/explain.js"
import { STAFF } from "./outside.js"
import type { Shape } from "./shape.js"

const products = z.array(z.object({ id: z.string(), slug: z.string(), price: z.string(), stock: z.number() }))
const placed = z.object({ id: z.string(), bitcoinAddress: z.string() })
const order = z.object({ status: z.string(), bitcoin: z.object({ remainingSats: z.string() }) })

async function ask<T>(schema: z.ZodType<T>, url: string, body?: unknown): Promise<T> {
  const response = await fetch(url, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json" },
  })
  const text = await response.text()
  if (!response.ok) throw new Explained(`${url} answered ${response.status}: ${text.slice(0, 300)}`)
  return schema.parse(JSON.parse(text))
}

/** Buys one thing as a shopper does. */
export async function place({ shop }: Shape): Promise<{ id: string; bitcoinAddress: string }> {
  const [product] = (await ask(products, `${shop}/api/products`)).filter(({ stock }) => stock > 3)
  if (product === undefined) throw new Explained("The shop has nothing to sell.")
  const page = await fetch(`${shop}/product/${product.slug}`)
  if (!page.ok || !(await page.text()).includes(product.price))
    throw new Explained("The product's page lacks its price.")
  const cartId = `cart_${randomBytes(15).toString("hex")}`
  await ask(z.unknown(), `${shop}/api/cart`, { cartId, productId: product.id, quantity: 1 })
  return ask(placed, `${shop}/api/orders`, {
    email: "buyer@rehearsal.example",
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

/** Buys one thing and pays it; resolves when the shop says that it is paid. @returns the order's id */
export async function sell(shape: Shape, bitcoinUrl: string): Promise<string> {
  const { shop } = shape
  const { id, bitcoinAddress: address } = await place(shape)
  const { bitcoin } = await ask(order, `${shop}/api/orders/${id}`)
  await askSandbox(bitcoinUrl, "pay", { address, sats: Number(bitcoin.remainingSats) }, z.unknown())
  await until(
    "the order is paid",
    async () => (await ask(order, `${shop}/api/orders/${id}`)).status === "paid",
  )
  return id
}

/** @throws Explained when the shop has this order, or has it no more, and it ought to be otherwise */
export async function expectOrder({ shop }: Shape, id: string, status: 200 | 404): Promise<void> {
  const answer = await fetch(`${shop}/api/orders/${id}`)
  if (answer.status !== status)
    throw new Explained(`Order ${id} is answered ${answer.status}, not ${status}.`)
}

/** The operator's commands, which end with 0 while nothing needs a person. */
export async function askHowItIs(shape: Shape): Promise<void> {
  await shape.exec("status", "node", "src/scripts/bitcoin/status.js")
  await shape.exec("export", "node", "src/scripts/bitcoin/export.js")
}

/** Signs in to the admin as a member of staff and reads what is there. */
export async function openAdmin({ admin }: Shape, staff = STAFF): Promise<void> {
  const page = await fetch(`${admin}/app`)
  if (!page.ok || !(await page.text()).includes("<script"))
    throw new Explained("The admin's page is not there.")
  const { token } = await ask(z.object({ token: z.string() }), `${admin}/auth/user/emailpass`, staff)
  const orders = await fetch(`${admin}/admin/orders?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!orders.ok) throw new Explained(`Staff may not read the orders: ${orders.status}`)
}

/** Makes another member of staff as docs/operating.md says for a lost password. */
export async function addStaff(shape: Shape): Promise<typeof STAFF> {
  const { email, password } = { email: "another@rehearsal.example", password: makePassword() }
  const cli = [
    "node",
    "../node_modules/@medusajs/cli/cli.js",
    "user",
    "--email",
    email,
    "--password",
    password,
  ]
  await shape.exec("user", ...cli)
  return { email, password }
}

/** One address that floods the shop is stopped, through both servers, and its neighbour is not. */
export async function flood({ shop }: Shape, writesPerMinute: number): Promise<void> {
  const statuses: number[] = []
  for (let turn = 0; turn <= writesPerMinute; turn++) statuses.push(await writeFrom(shop, "127.0.0.2"))
  if (statuses.at(-1) !== 429) throw new Explained("A flood of writes was let through.")
  if (statuses.indexOf(429) < writesPerMinute) throw new Explained("The limit came too early.")
  if ((await writeFrom(shop, "127.0.0.3")) === 429)
    throw new Explained("A neighbour was stopped with the flood.")
}

function writeFrom(shop: string, localAddress: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "x-forwarded-for": `203.0.113.${Date.now() % 200}` }
    const sent = request(`${shop}/api/cart`, { method: "POST", localAddress, headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on("error", reject)
    sent.end("{}")
  })
}

/** @throws Explained when it has not come true within a minute */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Explained(`Not within a minute: ${what}.`)
    await sleep(300)
  }
}
