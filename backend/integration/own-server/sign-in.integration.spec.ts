import { sessionSchema } from "@shop/contracts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { call, refused, send } from "../harness/call"
import { startGoogle, randomPerson, withClaims, type Google } from "../harness/google"
import { startOwnBackend } from "../harness/own-backend"
import { askDatabase } from "../harness/postgres"
import { cookiesOf, signInShopper } from "../harness/shopper"

let google: Google
let backend: Awaited<ReturnType<typeof startOwnBackend>>
let backendUrl: string
beforeAll(async () => {
  google = await startGoogle()
  backend = await startOwnBackend("sign_in", { ...google.settings, STORE_API: "closed" })
  backendUrl = backend.url
})
afterAll(async () => {
  await backend.stop()
  await google.stop()
})

const session = (headers: Record<string, string> = {}) =>
  call(sessionSchema, "/api/session", { backendUrl, headers })
const post = (idToken: string, headers: Record<string, string> = {}) => ({
  method: "POST" as const,
  body: { idToken },
  backendUrl,
  headers,
})

/** Everything that a sign-in creates. */
async function counted() {
  const [row] = await askDatabase(
    backend.databaseUrl,
    `select (select count(*) from customer) as customers, (select count(*) from auth_identity) as identities,
            (select count(*) from shopper_session) as sessions`,
  )
  return row
}

describe("signing in", () => {
  it("creates a customer once, and scripts and other sites cannot use the session's cookie", async () => {
    const ada = randomPerson({ name: "Ada Lovelace" })
    const first = await signInShopper(backendUrl, await google.idToken(ada))
    expect(first.user).toMatchObject({
      name: "Ada Lovelace",
      email: ada.email,
      phone: null,
      photo: "https://pictures.test/a.png",
    })
    expect(first.setCookie).toMatch(/^shop_session=[\w-]{43}; /)
    for (const attribute of ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=2592000"])
      expect(first.setCookie).toContain(attribute)
    // Over plain HTTP a browser would not return a Secure cookie.
    expect(first.setCookie).not.toContain("Secure")
    expect((await session(first.headers)).user).toEqual(first.user)

    const second = await signInShopper(backendUrl, await google.idToken(ada))
    expect(second.user.id).toBe(first.user.id)
    const [customer] = await askDatabase(
      backend.databaseUrl,
      "select email, first_name, last_name, has_account from customer where id = $1",
      [first.user.id],
    )
    expect(customer).toEqual({
      email: ada.email,
      first_name: "Ada",
      last_name: "Lovelace",
      has_account: true,
    })
  })

  it("again in the same browser creates a new secret and invalidates the previous one", async () => {
    const person = randomPerson()
    const first = await signInShopper(backendUrl, await google.idToken(person))
    const second = await signInShopper(backendUrl, await google.idToken(person), first.headers)
    expect(second.headers.cookie).not.toBe(first.headers.cookie)
    expect((await session(first.headers)).user).toBeNull()
    expect((await session(second.headers)).user).not.toBeNull()
  })

  it("twice at the same time creates one customer", async () => {
    const token = await google.idToken(randomPerson())
    const both = await Promise.all([signInShopper(backendUrl, token), signInShopper(backendUrl, token)])
    expect(both[0].user.id).toBe(both[1].user.id)
  })

  it("keeps only a hash of the secret", async () => {
    const { headers } = await signInShopper(backendUrl, await google.idToken(randomPerson()))
    const secret = headers.cookie.replace("shop_session=", "")
    const rows = await askDatabase(backend.databaseUrl, "select * from shopper_session")
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it("out also ends the session on the server, and repeating it is no error", async () => {
    const { headers } = await signInShopper(backendUrl, await google.idToken(randomPerson()))
    const response = await send("/api/session", { method: "DELETE", backendUrl, headers })
    expect(response.status).toBe(204)
    expect(cookiesOf(response)[0]).toMatch(/^shop_session=;.*Expires=Thu, 01 Jan 1970/)
    expect((await session(headers)).user).toBeNull()
    expect((await send("/api/session", { method: "DELETE", backendUrl })).status).toBe(204)
  })

  it("expires", async () => {
    const { headers, user } = await signInShopper(backendUrl, await google.idToken(randomPerson()))
    await askDatabase(
      backend.databaseUrl,
      "update shopper_session set expires_at = now() - interval '1 second' where customer_id = $1",
      [user.id],
    )
    expect((await session(headers)).user).toBeNull()
    await refused(401, "/api/account", { backendUrl, headers })
  })

  it("with the address of an account of another Google user does not take that account over", async () => {
    const email = randomPerson().email
    const owner = await signInShopper(backendUrl, await google.idToken(randomPerson({ email })))
    const another = withClaims(await google.idToken(randomPerson()), { email })
    const before = await counted()
    const problem = await refused(409, "/api/session", post(another))
    expect(problem.code).toBe("account_exists")
    expect(await counted()).toEqual(before)
    expect((await session(owner.headers)).user?.id).toBe(owner.user.id)
  })

  it("requires a cookie, and a forged one is rejected", async () => {
    expect((await session()).user).toBeNull()
    for (const secret of ["x".repeat(43), "", "'; drop table customer; --", "a".repeat(5000)])
      expect((await session({ cookie: `shop_session=${encodeURIComponent(secret)}` })).user).toBeNull()
  })
})

describe("an invalid token is rejected with 401, and nothing is created:", () => {
  const now = () => Math.floor(Date.now() / 1000)
  const bad: Record<string, () => Promise<string>> = {
    "for another project": async () =>
      withClaims(await google.idToken(randomPerson()), { aud: "other-shop" }),
    "of another issuer": async () =>
      withClaims(await google.idToken(randomPerson()), { iss: "https://securetoken.google.com/other-shop" }),
    expired: async () =>
      withClaims(await google.idToken(randomPerson()), { iat: now() - 9000, exp: now() - 5400 }),
    "of a sign-in that is too long ago": async () =>
      withClaims(await google.idToken(randomPerson()), { auth_time: now() - 400 }),
    "of an unknown user": async () => withClaims(await google.idToken(randomPerson()), { sub: "nobody" }),
    "of an address that Google has not verified": async () =>
      withClaims(await google.idToken(randomPerson()), { email_verified: false }),
    "of a user who was blocked": async () => {
      const token = await google.idToken(randomPerson())
      await google.block(token)
      return token
    },
    "of a user whose sign-ins were revoked": async () => {
      const token = await google.idToken(randomPerson())
      await google.revoke(token)
      return token
    },
    "that is none": () => Promise.resolve("x".repeat(100)),
  }
  it.each(Object.keys(bad))("%s", async (name) => {
    const token = (await bad[name]?.()) ?? ""
    const before = await counted()
    const problem = await refused(401, "/api/session", post(token))
    expect(problem.code).toBe("sign_in_refused")
    expect(await counted()).toEqual(before)
  })
})

describe("another site", () => {
  it.each([
    ["an Origin that is not ours", { origin: "https://evil.test" }],
    ["a browser's word that it is cross-site", { "sec-fetch-site": "cross-site" }],
    ["an opaque origin", { origin: "null" }],
  ])("can neither sign a shopper in nor out: %s", async (_how, foreign) => {
    const shopper = await signInShopper(backendUrl, await google.idToken(randomPerson()))
    const token = await google.idToken(randomPerson())
    const headers = { ...foreign, ...shopper.headers }
    expect((await refused(403, "/api/session", post(token, headers))).code).toBe("cross_site")
    await refused(403, "/api/session", { method: "DELETE", backendUrl, headers })
    await refused(403, "/api/account", { method: "DELETE", backendUrl, headers })
    expect((await session(shopper.headers)).user?.id).toBe(shopper.user.id)
  })
})

describe("staff", () => {
  it.each([
    ["POST", "/auth/user/firebase-auth"],
    ["POST", "/auth/user/firebase-auth/register"],
    ["POST", "/auth/customer/firebase-auth"],
    ["POST", "/auth/customer/firebase-auth/register"],
    ["POST", "/auth/customer/emailpass/register"],
  ] as const)("cannot come in by Google, and shoppers by nothing else: %s %s", async (method, path) => {
    const body = {
      idToken: await google.idToken(randomPerson()),
      email: "x@example.com",
      password: "long enough",
    }
    const before = await counted()
    const response = await send(path, { method, body, backendUrl })
    expect(response.status).toBe(404)
    expect(await counted()).toEqual(before)
  })

  it("pages do not accept a shopper's session", async () => {
    const { headers } = await signInShopper(backendUrl, await google.idToken(randomPerson()))
    for (const path of ["/admin/users/me", "/admin/orders", "/admin/customers"])
      expect((await send(path, { backendUrl, headers })).status).toBe(401)
  })
})

it("while Google is unreachable sign-in fails, and the shop continues", async () => {
  const token = await google.idToken(randomPerson())
  await google.stop()
  const problem = await refused(503, "/api/session", post(token))
  expect(problem.code).toBe("sign_in_unavailable")
  expect((await send("/api/products", { backendUrl })).status).toBe(200)
  expect((await session()).user).toBeNull()
})
