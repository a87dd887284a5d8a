import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { openMailbox, type Mailbox } from "../harness/mailbox"
import { startOwnBackend } from "../harness/own-backend"
import { STAFF } from "../harness/settings"
import { staffCalls, type Account } from "../harness/staff-account"

let mailbox: Mailbox
let backend: Awaited<ReturnType<typeof startOwnBackend>>
let calls: ReturnType<typeof staffCalls>
/** The token of the seed's member of staff, who invites the others and never signs out. */
let manager: string
beforeAll(async () => {
  mailbox = await openMailbox()
  backend = await startOwnBackend("staff_access", { SMTP_URL: mailbox.url })
  calls = staffCalls(backend.url)
  manager = await calls.signIn(STAFF)
})
afterAll(async () => {
  await backend.stop()
  await mailbox.close()
})

let people = 0
const somebody = (): Account => ({
  email: `colleague-${String(++people)}@shop.test`,
  password: "violet otter kneads dough",
})

/** A new member of staff, by invitation. */
async function colleague(): Promise<Account & { id: string }> {
  const account = somebody()
  const invitation = await calls.invite(manager, account.email)
  const token = await calls.tokenOf(await calls.register(account, `?token=${invitation}`))
  const accepted = await calls.accept(invitation, token)
  const { user } = z.object({ user: z.object({ id: z.string() }) }).parse(await accepted.json())
  return { ...account, id: user.id }
}

describe("the sign-in of a member of staff", () => {
  it("ends with their account: token, session and the API keys that they made", async () => {
    const { id, ...account } = await colleague()
    const token = await calls.signIn(account)
    const headers = calls.withToken(token)
    const cookie = await calls.openSession(token)
    const made = await calls.request("/admin/api-keys", {
      method: "POST",
      body: { title: "Bookkeeping", type: "secret" },
      headers,
    })
    const { api_key: key } = z.object({ api_key: z.object({ token: z.string() }) }).parse(await made.json())
    const basic = { authorization: `Basic ${Buffer.from(`${key.token}:`).toString("base64")}` }
    const orders = async (by: Record<string, string>) =>
      (await calls.request("/admin/orders?limit=1", { headers: by })).status
    for (const by of [headers, cookie, basic]) expect(await orders(by)).toBe(200)

    await calls.request(`/admin/users/${id}`, { method: "DELETE", headers: calls.withToken(manager) })
    for (const by of [headers, cookie, basic]) expect(await orders(by)).toBe(401)
    expect((await calls.tryPassword(account)).status).toBe(401)
  })

  it("ends on every device when they sign out", async () => {
    const account = await colleague()
    const [here, there] = [await calls.signIn(account), await calls.signIn(account)]
    const cookie = await calls.openSession(here)
    await calls.request("/auth/session", { method: "DELETE", headers: cookie })
    for (const headers of [cookie, calls.withToken(here), calls.withToken(there)])
      expect(await calls.status(headers)).toBe(401)
    const reopened = await calls.request("/auth/session", {
      method: "POST",
      headers: calls.withToken(there),
    })
    expect(reopened.status).toBe(401)
    expect(await calls.status(calls.withToken(await calls.signIn(account)))).toBe(200)
  })

  it("lasts an hour as a token, which cannot be renewed", async () => {
    const token = await calls.signIn(await colleague())
    const claims = z
      .object({ iat: z.number(), exp: z.number() })
      .parse(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()))
    expect(claims.exp - claims.iat).toBe(3600)
    const headers = calls.withToken(token)
    expect((await calls.request("/auth/token/refresh", { method: "POST", headers })).status).toBe(404)
  })

  it("allows no API key to make another", async () => {
    const headers = calls.withToken(manager)
    const key = { title: "Stock", type: "secret" }
    const made = await calls.request("/admin/api-keys", { method: "POST", body: key, headers })
    const { api_key } = z.object({ api_key: z.object({ token: z.string() }) }).parse(await made.json())
    const basic = { authorization: `Basic ${Buffer.from(`${api_key.token}:`).toString("base64")}` }
    const again = await calls.request("/admin/api-keys", { method: "POST", body: key, headers: basic })
    expect(again.status).toBe(403)
  })
})

describe("registration", () => {
  it("is closed without an invitation to that address, and tells nothing about addresses", async () => {
    const invited = somebody()
    const invitation = await calls.invite(manager, invited.email)
    const other = await calls.invite(manager, somebody().email)
    const tries = [
      calls.register(somebody()),
      calls.register(invited),
      calls.register(STAFF),
      calls.register(invited, `?token=${other}`),
      calls.register(somebody(), `?token=${invitation}`),
    ]
    const answers = await Promise.all(
      tries.map(async (one) => {
        const response = await one
        return { status: response.status, text: await response.text() }
      }),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    for (const path of ["/auth/customer/emailpass/register", "/auth/courier/emailpass/register"])
      expect((await calls.request(path, { method: "POST", body: somebody() })).status).toBe(404)
  })

  it("works from the invitation's page, which sends its own address", async () => {
    const account = somebody()
    const invitation = await calls.invite(manager, account.email)
    const referer = `${backend.url}/app/invite?token=${invitation}`
    const first = await calls.register({ ...account, password: "another otter kneads" }, "", { referer })
    expect(first.status).toBe(200)
    // They left before the invitation was accepted, and come back.
    const token = await calls.tokenOf(await calls.register(account, "", { referer }))
    const stranger = await calls.accept(invitation, token, { email: somebody().email })
    expect(stranger.status).toBe(401)
    expect((await calls.accept(invitation, token, { email: account.email })).status).toBe(200)
    expect(await calls.status(calls.withToken(await calls.signIn(account)))).toBe(200)
    expect((await calls.register(account, "", { referer })).status).toBe(401)
  })

  it.each(["a", "elevenchars", "password1234"])("refuses the password '%s'", async (password) => {
    const account = { ...somebody(), password }
    const invitation = await calls.invite(manager, account.email)
    const answer = await calls.register(account, `?token=${invitation}`)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toMatch(/at least 12 characters|too common/)
  })
})

it("a wrong address takes as long as a wrong password", async () => {
  const { email } = await colleague()
  const millisecondsOf = async (address: string) => {
    const start = performance.now()
    const answer = await calls.tryPassword({ email: address, password: "wrong wrong wrong" })
    expect(await answer.json()).toMatchObject({ message: "Invalid email or password" })
    return performance.now() - start
  }
  const times = async (address: string) => [
    await millisecondsOf(address),
    await millisecondsOf(address),
    await millisecondsOf(address),
  ]
  // Deriving a key takes tens of milliseconds; looking up an address takes one or two.
  expect(Math.max(...(await times("nobody@shop.test")))).toBeGreaterThan(
    Math.min(...(await times(email))) / 2,
  )
})

it("failed sign-ins count for the account, from every network address", async () => {
  const account = await colleague()
  const statuses = []
  for (let n = 0; n < 11; n++) {
    const wrong = { email: account.email.toUpperCase().replace("SHOP.TEST", "shop.test"), password: "wrong" }
    const from = { "x-forwarded-for": `198.51.100.${String(n)}` }
    statuses.push((await calls.tryPassword(n % 2 === 0 ? wrong : { ...account, password: "x" }, from)).status)
  }
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
  expect(statuses[10]).toBe(429)
  expect((await calls.tryPassword(account)).status).toBe(429)
  expect((await calls.tryPassword(STAFF)).status).toBe(200)
})

it("a sign-in from a new device is mailed to its member of staff, once", async () => {
  const account = await colleague()
  await calls.signIn(account)
  const browser = { "sec-fetch-site": "same-origin", "user-agent": "Firefox of a stranger" }
  const first = await calls.tryPassword(account, browser)
  const cookie = first.headers.getSetCookie()[0]?.split(";")[0] ?? ""
  const mail = await mailbox.mailTo(account.email)
  expect(mail.subject).toBe("New sign-in to the Bramble & Comb admin")
  expect(mail.text).toContain("Firefox of a stranger")
  await calls.signIn(account, { ...browser, cookie })
  await calls.signIn(account)
  // The mail of the next new device is the second one.
  await calls.signIn(account, { ...browser, "user-agent": "Safari of a stranger" })
  expect((await mailbox.mailTo(account.email)).text).toContain("Safari of a stranger")
})

describe("a write with the admin's cookie", () => {
  it("is refused from other sites and as a form", async () => {
    const cookie = await calls.openSession(await calls.signIn(await colleague()))
    const body = { first_name: "Mallory" }
    const write = (headers: Record<string, string>, sent: unknown = body) =>
      calls.request("/admin/customers", { method: "POST", body: sent, headers: { ...cookie, ...headers } })
    const form = { "content-type": "application/x-www-form-urlencoded" }
    expect((await write({ origin: "https://evil.example" })).status).toBe(403)
    expect((await write({ "sec-fetch-site": "cross-site" })).status).toBe(403)
    expect((await write({ origin: backend.url, ...form }, "email=x%40shop.test")).status).toBe(415)
    const mine = { email: "own-pages@shop.test" }
    expect((await write({ origin: backend.url, "sec-fetch-site": "same-origin" }, mine)).status).toBe(200)
    const signIn = { method: "POST", body: STAFF, headers: { origin: "https://evil.example" } } as const
    expect((await calls.request("/auth/user/emailpass", signIn)).status).toBe(403)
  })
})
