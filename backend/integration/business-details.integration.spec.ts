import { businessDetailsSchema } from "@shop/contracts"
import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { z } from "zod"
import { findDemoDetails } from "../src/orders/business-details/find-demo-details"
import { call, send } from "./harness/call"
import { checkoutOf, fillCart, order } from "./harness/checkout"
import { makeProduct } from "./harness/fixtures"
import { askDatabase } from "./harness/postgres"
import { STAFF } from "./harness/settings"
import { signInStaff, type Staff } from "./harness/staff"

const PATH = "/admin/business-details"
const edit = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  editedBy: z.string(),
  editedAt: z.iso.datetime(),
})
const page = z.object({
  details: z.record(z.string(), z.unknown()),
  demo: z.array(z.string()),
  edits: z.array(edit),
})

let staff: Staff
beforeAll(async () => {
  staff = await signInStaff()
})
/** All specs share the server, so its settings are restored. */
afterAll(() => askDatabase(inject("databaseUrl"), "delete from business_detail_edit"))

const shop = () => call(businessDetailsSchema, "/api/shop")
const change = (body: unknown) => staff.post(page, PATH, body)

it("returns the business details of the settings until staff change them", async () => {
  expect(await shop()).toMatchObject({
    name: "Bramble & Comb",
    legalName: "Bramble & Comb Ltd (demo)",
    hours: [
      { days: "Mon-Fri", hours: "9am-5pm" },
      { days: "Sat", hours: "10am-2pm" },
    ],
    social: [{ network: "instagram" }, { network: "facebook" }, { network: "x" }],
    demo: true,
  })
  await change({ phone: " 01904  960 123 ", hours: [{ days: "Daily", hours: "8am-8pm" }], x: "" })
  const details = await shop()
  expect(details.phone).toBe("01904 960 123")
  expect(details.hours).toEqual([{ days: "Daily", hours: "8am-8pm" }])
  expect(details.social.map(({ network }) => network)).toEqual(["instagram", "facebook"])
  expect(details.legalName).toBe("Bramble & Comb Ltd (demo)")
})

it("returns 304 while nothing changed, and the new details after a change", async () => {
  const etag = (await send("/api/shop")).headers.get("etag") ?? ""
  expect((await send("/api/shop", { headers: { "if-none-match": etag } })).status).toBe(304)
  await change({ name: "Comb & Bramble" })
  const answer = await send("/api/shop", { headers: { "if-none-match": etag } })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ name: "Comb & Bramble" })
})

it("records who changed what and when; saving the same details again is no change", async () => {
  const { edits } = await change({ vatNumber: "gb 987 6543 21", name: "Bramble" })
  expect(
    edits.slice(0, 2).map(({ field, before, after, editedBy }) => [field, before, after, editedBy]),
  ).toEqual(
    expect.arrayContaining([
      ["vatNumber", "GB123456789", "GB987654321", STAFF.email],
      ["name", expect.any(String), "Bramble", STAFF.email],
    ]),
  )
  const again = await change({ vatNumber: "GB987654321", name: "Bramble" })
  expect(again.edits).toEqual(edits)
})

it.each([
  [{ email: "not-an-address" }, "email", "Please enter a valid email address."],
  [{ phone: "call me" }, "phone", "Please enter a phone number like 020 7946 0123 or +44 20 7946 0123."],
  [{ companyNumber: "12" }, "companyNumber", "A company number has 8 characters, like 01234567 or SC123456."],
  [{ legalName: "  " }, "legalName", "Please enter the trader's name as registered."],
  [
    { instagram: "https://evil.test/instagram.com" },
    "instagram",
    "Please enter an https address like https://instagram.com/your-shop, or leave it empty.",
  ],
  [{ hours: [{ days: "Mon", hours: "" }] }, "hours.0.hours", "At what time?"],
  [{ isAdmin: true }, "", 'Unrecognized key: "isAdmin"'],
])("rejects %j with a message for the field, and changes nothing", async (body, field, message) => {
  const before = await shop()
  const token = z
    .object({ token: z.string() })
    .parse(await (await send("/auth/user/emailpass", { method: "POST", body: STAFF })).json()).token
  const headers = { authorization: `Bearer ${token}` }
  const answer = await send(PATH, { method: "POST", body: { ...body, name: "Changed" }, headers })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ errors: [{ field, message }] })
  expect(await shop()).toEqual(before)
})

it("only staff can change the details or read their history", async () => {
  expect((await send(PATH)).status).toBe(401)
  expect((await send(PATH, { method: "POST", body: { name: "Mine" } })).status).toBe(401)
})

it("lists demo details at a production start, from the details in force and not from the settings alone", async () => {
  const { details } = await staff.get(page, PATH)
  const defaults = {
    name: "Bees",
    legalName: "Bees Ltd (demo)",
    address: "1 Demo Yard (demo)",
    email: "hello@bees.example",
    phone: "020 7946 0123",
    companyNumber: "00000000 (demo)",
    registeredIn: "England and Wales",
    vatNumber: null,
    hours: [],
    instagram: null,
    facebook: null,
    x: null,
  }
  const settingsOf = async () =>
    (await findDemoDetails(inject("databaseUrl"), defaults)).map((line) => line.trim().split(":")[0])
  expect(details["phone"]).toBe("01904 960 123")
  expect(await settingsOf()).toEqual(["SHOP_LEGAL_NAME", "SHOP_ADDRESS", "SHOP_COMPANY_NUMBER", "SHOP_EMAIL"])
  await change({
    legalName: "Bees Ltd",
    address: "2 Hive Lane, York YO1 7AA",
    email: "hello@bees.test",
    companyNumber: "sc123456",
  })
  expect(await settingsOf()).toEqual([])
  expect((await shop()).demo).toBe(false)
})

it("orders contain VAT only while the business has a VAT number, at the same total", async () => {
  const product = await makeProduct(staff, { name: "Taxed sweets", price: 6, stock: 9 })
  const taxed = z.object({ order: z.object({ total: z.number(), tax_total: z.number() }) })
  const placed = async () => {
    const { id } = await order(checkoutOf(await fillCart(product, 1), 6, { paymentMethod: "card" }))
    return (await staff.get(taxed, `/admin/orders/${id}?fields=id,total,tax_total`)).order
  }
  await change({ vatNumber: "" })
  expect(await placed()).toMatchObject({ total: 6, tax_total: 0 })
  await change({ vatNumber: "GB123456789" })
  expect(await placed()).toMatchObject({ total: 6, tax_total: 1 })
})

it("the payment link of an order names the shop as the business details do", async () => {
  const product = await makeProduct(staff, { name: "Linked honey", price: 6, stock: 9 })
  await change({ name: "Hive & Co" })
  const placed = await order(checkoutOf(await fillCart(product, 1), 6))
  const linkOf = ({ bitcoin }: { bitcoin?: { uri: string } | null }) => bitcoin?.uri ?? ""
  expect(linkOf(placed)).toMatch(/[?&]label=Hive%20%26%20Co(?:&|$)/)
})
