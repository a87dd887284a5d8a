import { businessDetailsSchema } from "@shop/contracts"
import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { z } from "zod"
import { findDemoDetails } from "../src/business-details/find-demo-details"
import { call, send } from "./harness/call"
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
const page = z.object({ details: z.record(z.string(), z.unknown()), demo: z.boolean(), edits: z.array(edit) })

let staff: Staff
beforeAll(async () => {
  staff = await signInStaff()
})
/** All specs share the server: it goes back to what its settings say. */
afterAll(() => askDatabase(inject("databaseUrl"), "delete from business_detail_edit"))

const shop = () => call(businessDetailsSchema, "/api/shop")
const change = (body: unknown) => staff.post(page, PATH, body)

it("says who sells as the settings have it, until staff write something else", async () => {
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

it("answers 304 while nothing changed, and the new details after a change", async () => {
  const etag = (await send("/api/shop")).headers.get("etag") ?? ""
  expect((await send("/api/shop", { headers: { "if-none-match": etag } })).status).toBe(304)
  await change({ name: "Comb & Bramble" })
  const answer = await send("/api/shop", { headers: { "if-none-match": etag } })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ name: "Comb & Bramble" })
})

it("notes who changed what and when, and the same again is no change", async () => {
  const { edits } = await change({ vatNumber: "gb 123 4567 89", name: "Bramble" })
  expect(
    edits.slice(0, 2).map(({ field, before, after, editedBy }) => [field, before, after, editedBy]),
  ).toEqual(
    expect.arrayContaining([
      ["vatNumber", null, "GB123456789", STAFF.email],
      ["name", expect.any(String), "Bramble", STAFF.email],
    ]),
  )
  const again = await change({ vatNumber: "GB123456789", name: "Bramble" })
  expect(again.edits).toEqual(edits)
})

it.each([
  [{ email: "nobody" }, "email", "Please enter a valid e-mail address."],
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
])("refuses %j with a sentence for the field, and changes nothing", async (body, field, message) => {
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

it("is nobody's to change or to look into but staff's", async () => {
  expect((await send(PATH)).status).toBe(401)
  expect((await send(PATH, { method: "POST", body: { name: "Mine" } })).status).toBe(401)
})

it("lists what is made up for a production start, from what holds and not from the settings alone", async () => {
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
