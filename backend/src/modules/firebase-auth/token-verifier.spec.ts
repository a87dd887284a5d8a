import { createHmac } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeKeys, signToken, standInForGoogle, unsignedToken, type StandIn } from "./testing/google"
import { tokenVerifier, type VerifyToken } from "./token-verifier"

const PROJECT = "honey-shop"
const keys = makeKeys("key-1")
const otherKeys = makeKeys("key-1")
const troubles: unknown[] = []

let google: StandIn
let verify: VerifyToken
beforeAll(async () => {
  google = await standInForGoogle([keys])
  verify = tokenVerifier({ projectId: PROJECT }, { httpAgent: google.agent })
})
afterAll(() => google.close())

const now = () => Math.floor(Date.now() / 1000)
const good = () => ({
  iss: `https://securetoken.google.com/${PROJECT}`,
  aud: PROJECT,
  sub: "firebase-uid-1",
  iat: now() - 10,
  exp: now() + 3590,
  auth_time: now() - 10,
  email: "Ada@Example.com",
  email_verified: true,
  firebase: { sign_in_provider: "google.com" },
  name: "Ada Lovelace",
  picture: "https://lh3.googleusercontent.com/a/ada",
})
const without = (claim: keyof ReturnType<typeof good>) =>
  Object.fromEntries(Object.entries(good()).filter(([name]) => name !== claim))

const refused = { ok: false, because: "refused" }

describe("a token of Google's", () => {
  it("tells who signed in, the address in lower case", async () => {
    const claims = good()
    expect(await verify(signToken(keys, claims))).toEqual({
      ok: true,
      user: {
        uid: "firebase-uid-1",
        email: "ada@example.com",
        name: "Ada Lovelace",
        photo: "https://lh3.googleusercontent.com/a/ada",
        authenticatedAt: claims.auth_time,
      },
    })
  })

  it("may leave out name and picture", async () => {
    const bare = { ...good(), name: undefined, picture: undefined }
    expect(await verify(signToken(keys, bare))).toMatchObject({ ok: true, user: { name: null, photo: null } })
  })

  it.each([
    "javascript:alert(1)",
    "http://lh3.googleusercontent.com/a/ada",
    "HTTPS://lh3.googleusercontent.com/a/ada",
    " https://lh3.googleusercontent.com/a/ada",
    "https://lh3.googleusercontent.com/a/ada lovelace",
    "https:lh3.googleusercontent.com/a/ada",
    `https://lh3.googleusercontent.com/${"a".repeat(2000)}`,
  ])("has no picture if its address is none that a session may state: %s", async (picture) => {
    const token = signToken(keys, { ...good(), picture })
    expect(await verify(token)).toMatchObject({ ok: true, user: { name: "Ada Lovelace", photo: null } })
  })

  it("needs the public keys once, not for every token", async () => {
    const before = google.fetched()
    await verify(signToken(keys, good()))
    await verify(signToken(keys, good()))
    expect(google.fetched()).toBe(before)
  })
})

describe("is refused:", () => {
  const bad: Record<string, () => string> = {
    "a token for another project": () => signToken(keys, { ...good(), aud: "another-shop" }),
    "one of a password, which proves no Google account": () =>
      signToken(keys, { ...good(), firebase: { sign_in_provider: "password" } }),
    "one that does not say how they signed in": () => signToken(keys, without("firebase")),
    "one of another issuer": () =>
      signToken(keys, { ...good(), iss: "https://securetoken.google.com/another-shop" }),
    "one of an issuer that only looks like Google's": () =>
      signToken(keys, { ...good(), iss: `https://securetoken.google.com.evil.test/${PROJECT}` }),
    "an expired one": () => signToken(keys, { ...good(), iat: now() - 7200, exp: now() - 3600 }),
    "an unsigned one": () => unsignedToken(good()),
    "an unsigned one that names a key": () => {
      const [, claims] = unsignedToken(good()).split(".")
      const header = Buffer.from(JSON.stringify({ alg: "none", kid: "key-1" })).toString("base64url")
      return `${header}.${claims ?? ""}.`
    },
    "one signed with another key under the same id": () => signToken(otherKeys, good()),
    "one with an unknown key": () => signToken(makeKeys("key-2"), good()),
    "one whose claims were changed afterwards": () => {
      const [header, , signature] = signToken(keys, good()).split(".")
      const claims = Buffer.from(JSON.stringify({ ...good(), sub: "another-user" })).toString("base64url")
      return [header, claims, signature].join(".")
    },
    "one signed with Google's public key as if it were a shared secret": () => {
      const header = { alg: "HS256", typ: "JWT", kid: "key-1" }
      const content = [header, good()]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".")
      return `${content}.${createHmac("sha256", keys.publicPem).update(content).digest("base64url")}`
    },
    "one without a user": () => signToken(keys, { ...good(), sub: "" }),
    "one without an address": () => signToken(keys, without("email")),
    "one that does not say when its user signed in": () => signToken(keys, without("auth_time")),
    "one whose sign-in lies in the future": () => signToken(keys, { ...good(), auth_time: now() + 600 }),
    "no token at all": () => "not.a.token",
  }
  it.each(Object.keys(bad))("%s", async (name) => {
    expect(await verify(bad[name]?.() ?? "")).toEqual(refused)
  })

  it.each([
    ["false", { ...good(), email_verified: false }],
    ["'true' in words", { ...good(), email_verified: "true" }],
    ["not said", without("email_verified")],
  ])("an address that Google has not verified: %s", async (_how, claims) => {
    expect(await verify(signToken(keys, claims))).toMatchObject({ ok: false })
  })

  it("a sign-in of more than five minutes ago, though the token itself is fresh", async () => {
    const stale = signToken(keys, { ...good(), auth_time: now() - 301 })
    expect(await verify(stale)).toEqual({ ok: false, because: "stale" })
    const recent = signToken(keys, { ...good(), auth_time: now() - 290 })
    expect(await verify(recent)).toMatchObject({ ok: true })
  })
})

describe("trouble that says nothing about the token", () => {
  const verifierWith = (agent: StandIn["agent"]) =>
    tokenVerifier({ projectId: PROJECT }, { httpAgent: agent, onError: (error) => troubles.push(error) })

  it("is told as such while Google's keys cannot be had, and over when they can", async () => {
    const away = await standInForGoogle([keys])
    away.failWith(500)
    const asking = verifierWith(away.agent)
    expect(await asking(signToken(keys, good()))).toEqual({ ok: false, because: "unavailable" })
    expect(troubles).toHaveLength(1)
    away.failWith(200)
    expect(await asking(signToken(keys, good()))).toMatchObject({ ok: true })
    await away.close()
  }, 60_000)

  it("is unavailable when Google does not answer", async () => {
    const gone = await standInForGoogle([keys])
    await gone.close()
    expect(await verifierWith(gone.agent)(signToken(keys, good()))).toEqual({
      ok: false,
      because: "unavailable",
    })
  }, 60_000)
})

it("a shop without a project takes no token", async () => {
  expect(await tokenVerifier({})(signToken(keys, good()))).toEqual({ ok: false, because: "off" })
})
