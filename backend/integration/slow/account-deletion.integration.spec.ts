import { accountSchema, contactReceiptSchema, placedOrderSchema } from "@shop/contracts"
import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { z } from "zod"
import { call, send } from "../harness/call"
import { checkoutOf, fillCart } from "../harness/checkout"
import { makeProduct, type MadeProduct } from "../harness/fixtures"
import { randomPerson, startGoogle, type Google } from "../harness/google"
import { startMedusa, type Backend } from "../harness/medusa"
import { askDatabase, databaseUrl } from "../harness/postgres"
import { runJob } from "../harness/run-job"
import { baseSettings, type Settings } from "../harness/settings"
import { signInShopper, type Shopper } from "../harness/shopper"
import { signInStaff } from "../harness/staff"
import { copyTemplate, dropDatabase } from "../harness/template"
import { tracesOf } from "../harness/traces"

let google: Google
let settings: Settings
let database: string
let running: Backend | undefined
beforeAll(async () => {
  google = await startGoogle()
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), "shop_own_deletion")
  database = databaseUrl(inject("postgresUrl"), copy.database)
  settings = {
    ...baseSettings(database, copy.mediaDir),
    ...google.settings,
    BITCOIN_ESPLORA_URL: inject("quietChainUrl"),
    STORE_API: "closed",
  }
})
afterAll(async () => {
  await running?.stop()
  await dropDatabase(inject("postgresUrl"), "shop_own_deletion")
})

const ask = (sql: string, values: unknown[] = []) => askDatabase(database, sql, values)
const remove = ({ headers }: Shopper, backendUrl: string) =>
  send("/api/account", { method: "DELETE", backendUrl, headers })

/** A customer with a finished order, an open order and a message to the shop. */
async function customerOf(
  shop: Backend,
  signIn: Google,
  name: string,
): Promise<Shopper & { words: string[] }> {
  const staff = await signInStaff(shop.url)
  const product: MadeProduct = await makeProduct(staff, { price: 5, stock: 9 })
  const person = randomPerson({ name })
  const shopper = await signInShopper(shop.url, await signIn.idToken(person))
  const { headers } = shopper
  const place = async () => {
    const body = checkoutOf(await fillCart(product, 1, undefined, shop.url), 5, {
      email: person.email,
      name,
      paymentMethod: "card",
    })
    return call(placedOrderSchema, "/api/orders", { method: "POST", body, backendUrl: shop.url, headers })
  }
  const finished = await place()
  await staff.post(z.unknown(), `/admin/orders/${finished.id}/cancel`, {})
  await place()
  const message = { name, email: person.email, subject: "Honey", message: "Is it raw at all?", consent: true }
  await call(contactReceiptSchema, "/api/contact", { method: "POST", body: message, backendUrl: shop.url })
  return { ...shopper, words: [person.email, name, person.sub] }
}

/** A guest whose only order was cancelled unpaid, longer ago than the shop keeps such a buyer. @returns the e-mail address */
async function formerGuest(shop: Backend): Promise<string> {
  const product = await makeProduct(await signInStaff(shop.url), { price: 5 })
  const email = "wilhelmina@x.test"
  const body = checkoutOf(await fillCart(product, 1, undefined, shop.url), 5, {
    email,
    paymentMethod: "card",
  })
  await call(placedOrderSchema, "/api/orders", { method: "POST", body, backendUrl: shop.url })
  await ask(
    `update "order" set status = 'canceled', canceled_at = now() - interval '91 days' where email = $1`,
    [email],
  )
  await ask("update customer set created_at = now() - interval '91 days' where email = $1", [email])
  return email
}

/** Kills the shop while it deletes the account, before it has done this to a table. @param what like "delete on customer" */
async function killAt(what: string, shop: Backend, shopper: Shopper): Promise<void> {
  await ask(
    "create or replace function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return old; end $$",
  )
  await ask(`create trigger dawdle before ${what} for each row execute function dawdle()`)
  const removed = expect(remove(shopper, shop.url)).rejects.toThrow()
  const sleepers = "from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'"
  await expect.poll(() => ask(`select 1 ${sleepers}`)).toHaveLength(1)
  await shop.kill()
  await removed
  await ask(`select pg_terminate_backend(pid) ${sleepers}`)
  await expect.poll(() => ask(`select 1 ${sleepers}`)).toHaveLength(0)
  await ask(`drop trigger dawdle ${/on .*/.exec(what)?.[0] ?? ""}`)
}

/** In the first step, in the middle and in the last step. */
const POINTS = [`update on "order"`, "delete on shopper_session", "delete on customer"]

it("an account whose deletion a crash interrupted in its first, a middle or its last step is deleted by the nightly purge, and again changes nothing", async () => {
  const words: string[] = []
  for (const [index, point] of POINTS.entries()) {
    const shop = await startMedusa(settings, `deletion-${index}`)
    const customer = await customerOf(shop, google, `Gwendolyn Erasable${index}`)
    words.push(...customer.words)
    if (index === 0) words.push(await formerGuest(shop))
    await killAt(point, shop, customer)
    expect(await ask("select id from customer where id = $1", [customer.user.id])).toHaveLength(1)
  }
  running = await startMedusa(settings, "deletion-completed")
  const staff = await signInStaff(running.url)
  await runJob(staff, "purge-expired-data")
  expect(await ask("select id from customer where metadata ->> 'deletion' is not null")).toEqual([])
  // Only the orders that are still open keep a name.
  expect(
    await ask(
      `select status, count(*)::int as count from "order" where email <> 'erased@erased.invalid' group by 1`,
    ),
  ).toEqual([{ status: "pending", count: POINTS.length }])
  await ask(`update "order" set status = 'canceled', canceled_at = now() where status = 'pending'`)
  await runJob(staff, "purge-expired-data")
  await runJob(staff, "purge-expired-data")
  expect(await tracesOf(database, words)).toEqual([])
  const executions = await ask(
    "select workflow_id, state, count(*)::int as count from workflow_execution where state = 'done' and workflow_id in ('delete-account', 'erase-orders') group by 1, 2 order by 1",
  )
  expect(executions).toEqual([
    { workflow_id: "delete-account", state: "done", count: POINTS.length },
    // The former guest's order, and the orders of the deleted accounts.
    { workflow_id: "erase-orders", state: "done", count: 2 },
  ])
})

it("an account stays as it is, without a mark, while Google cannot be reached", async () => {
  const shop = running ?? (running = await startMedusa(settings, "deletion-without-google"))
  const customer = await customerOf(shop, google, "Ada Lovelace")
  await google.stop()
  const answer = await remove(customer, shop.url)
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: "google_unavailable" }])
  const { headers } = customer
  expect((await call(accountSchema, "/api/account", { backendUrl: shop.url, headers })).name).toBe(
    "Ada Lovelace",
  )
  expect(
    await ask("select metadata ->> 'deletion' as mark from customer where id = $1", [customer.user.id]),
  ).toEqual([{ mark: null }])
  expect(await ask("select 1 from contact_message")).toHaveLength(1)
})
