import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { z } from "zod"
import { send } from "../harness/call"
import { checkoutOf, fillCart, order } from "../harness/checkout"
import { makeExtendedBackend } from "../harness/extended-backend"
import { makeProduct } from "../harness/fixtures"
import { runMedusa, startMedusa, type Backend } from "../harness/medusa"
import { capture } from "../harness/parcel"
import { askDatabase, databaseUrl } from "../harness/postgres"
import { baseSettings } from "../harness/settings"
import { signInStaff, type Staff } from "../harness/staff"
import { ADAS_ADDRESS, openStoreApi } from "../harness/store-api"
import { copyTemplate, dropDatabase } from "../harness/template"

const DATABASE = "shop_own_extended"
const BANK = "pp_bank-transfer_bank-transfer"

let backend: Backend
let staff: Staff
let url: string
let remove: () => Promise<void>
beforeAll(async () => {
  const made = await makeExtendedBackend()
  remove = made.remove
  const copy = await copyTemplate(inject("postgresUrl"), inject("template"), DATABASE)
  url = databaseUrl(inject("postgresUrl"), copy.database)
  const settings = { ...baseSettings(url, copy.mediaDir), BITCOIN_ESPLORA_URL: inject("quietChainUrl") }
  await runMedusa(["db:migrate", "--execute-safe-links"], settings, "extended-migrate", made.folder)
  backend = await startMedusa(settings, "extended", undefined, made.folder)
  staff = await signInStaff(backend.url)
})
afterAll(async () => {
  await backend.stop()
  await dropDatabase(inject("postgresUrl"), DATABASE)
  await remove()
})

const noteSchema = z.object({
  gift_note: z.object({ order_id: z.string(), words: z.string(), signed: z.string().nullable() }).nullable(),
})

it("the module, its field and the route: an order has one card, for staff alone", async () => {
  const cartId = await fillCart(await makeProduct(staff), 1, undefined, backend.url)
  const { id } = await order(checkoutOf(cartId, 5, { paymentMethod: "card" }), backend.url)
  const path = `/admin/orders/${id}/gift-note`
  expect((await staff.get(noteSchema, path)).gift_note).toBeNull()
  const written = await Promise.all(
    ["Happy birthday", "Happy birthday"].map((words) =>
      staff.post(noteSchema, path, { words, signed: "Ada" }),
    ),
  )
  expect(written[0]).toEqual(written[1])
  await staff.post(noteSchema, path, { words: "Get well soon" })
  const { gift_note } = await staff.get(noteSchema, path)
  expect(gift_note).toMatchObject({ order_id: id, words: "Get well soon", signed: null })
  expect(await askDatabase(url, "select id from gift_note")).toHaveLength(1)

  expect((await send(path, { backendUrl: backend.url })).status).toBe(401)
  await expect(staff.post(noteSchema, path, { words: " " })).rejects.toThrow("Write something on the card.")
  await expect(staff.post(noteSchema, "/admin/orders/order_0/gift-note", { words: "x" })).rejects.toThrow(
    "404",
  )
})

it("the payment provider: an order waits for its money, and staff take it", async () => {
  const regions = z.object({ regions: z.array(z.object({ id: z.string() })) })
  const [region] = (await staff.get(regions, "/admin/regions")).regions
  await staff.post(z.unknown(), `/admin/regions/${region?.id ?? ""}`, {
    payment_providers: ["pp_bitcoin_bitcoin", "pp_system_default", BANK],
  })
  const product = await makeProduct(staff)
  const store = await openStoreApi(staff, backend.url)
  const cartId = await store.createCart()
  await store.addItem(cartId, product.variantId, 2)
  const buyer = {
    email: "ada@example.com",
    address: ADAS_ADDRESS,
    shippingCode: "standard",
    providerId: BANK,
  }
  const id = await store.checkOut(cartId, buyer)
  const money = () =>
    askDatabase<{ provider_id: string; captured: number }>(
      url,
      `select p.provider_id, c.captured_amount::float as captured from order_payment_collection l
        join payment_collection c on c.id = l.payment_collection_id
        join payment p on p.payment_collection_id = c.id where l.order_id = $1`,
      [id],
    )
  expect(await money()).toEqual([{ provider_id: BANK, captured: 0 }])
  await capture(staff, id)
  expect(await money()).toEqual([{ provider_id: BANK, captured: 10 }])
})
