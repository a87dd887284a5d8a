import { execFile } from "node:child_process"
import { mkdir, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import path from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { openMailbox, type Mailbox, type Received } from "../harness/mailbox"
import { startOwnBackend } from "../harness/own-backend"
import { BACKEND_DIR, STAFF } from "../harness/settings"
import { staffCalls, type Account } from "../harness/staff-account"

let mailbox: Mailbox
let backend: Awaited<ReturnType<typeof startOwnBackend>>
let calls: ReturnType<typeof staffCalls>
/** The headers of the seed's member of staff, who invites the others and never signs out. */
let manager: Record<string, string>
beforeAll(async () => {
  mailbox = await openMailbox()
  backend = await startOwnBackend("staff_access", {
    SMTP_URL: mailbox.url,
    STAFF_SECOND_FACTOR: "required",
    MFA_ENCRYPTION_KEY: "only-for-tests-only-for-tests-only-3",
  })
  calls = staffCalls(backend)
  const secret = await calls.setUpApp(STAFF, calls.withToken(await calls.signIn(STAFF)))
  manager = await calls.confirm(STAFF, calls.withToken(await calls.signIn({ ...STAFF, secret })))
})
afterAll(async () => {
  await backend.stop()
  await mailbox.close()
})

/** Runs an operator's command as npm does. @returns its output */
async function runScript(name: string, databaseUrl: string, ...words: string[]): Promise<string> {
  const tsx = createRequire(import.meta.url).resolve("tsx")
  const script = path.join(BACKEND_DIR, "src/scripts", `${name}.ts`)
  const env = { PATH: process.env["PATH"] ?? "", DATABASE_URL: databaseUrl }
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", tsx, script, ...words], {
    env,
    cwd: "/",
  })
  return stdout
}

/** The token in the link of a mail. */
const linkedToken = ({ text }: Received) =>
  new URL(/https?:\S+\?token=\S+/.exec(text ?? "")?.[0] ?? "").searchParams.get("token") ?? ""

let people = 0
const newAccount = (): Account => ({
  email: `colleague-${String(++people)}@shop.test`,
  password: "violet otter kneads dough",
})

/** A new member of staff, by invitation, without a second factor. */
async function newcomer(): Promise<Account & { id: string }> {
  const account = newAccount()
  const invitation = await calls.invite(manager, account.email)
  const token = await calls.tokenOf(await calls.register(account, `?token=${invitation}`))
  const accepted = await calls.accept(invitation, token)
  const { user } = z.object({ user: z.object({ id: z.string() }) }).parse(await accepted.json())
  return { ...account, id: user.id }
}

/** A new member of staff with an authenticator app. */
async function colleague(): Promise<Account & { id: string; secret: string }> {
  const account = await newcomer()
  return { ...account, secret: await calls.setUpApp(account, calls.withToken(await calls.signIn(account))) }
}

/** The answer to a file with buyers' names, as Medusa names the files of its exports. */
async function exportStatus(headers: Record<string, string>): Promise<number> {
  const name = "private-1-1-order-exports.csv"
  await mkdir(`${backend.mediaDir}-private`, { recursive: true })
  await writeFile(path.join(`${backend.mediaDir}-private`, name), "Name\nAda Buyer\n")
  return (await calls.request(`/static/${name}`, { headers })).status
}

describe("the second factor", () => {
  const orders = async (headers: Record<string, string>) =>
    (await calls.request("/admin/orders?limit=1", { headers })).status
  /** The address of the app, with which it is removed. */
  const appOf = async (headers: Record<string, string>) => {
    const listed = await calls.request("/auth/mfa/factors", { headers })
    const { mfa_factors: apps } = z
      .object({ mfa_factors: z.array(z.object({ id: z.string() })) })
      .parse(await listed.json())
    return `/auth/mfa/factors/${apps[0]?.id ?? ""}`
  }
  const newCodes = async (headers: Record<string, string>) => {
    const made = await calls.request("/auth/mfa/recovery-codes", {
      method: "POST",
      body: { count: 2 },
      headers,
    })
    return z.object({ recovery_codes: z.array(z.string()) }).parse(await made.json()).recovery_codes
  }

  it("is set up at the first sign-in: nothing else opens before, and other sign-ins need it then", async () => {
    const account = await newcomer()
    const token = calls.withToken(await calls.signIn(account))
    const [here, there] = [
      await calls.openSession(await calls.signIn(account)),
      await calls.openSession(await calls.signIn(account)),
    ]
    expect(await orders(here)).toBe(403)
    expect(await exportStatus(here)).toBe(403)
    expect(await calls.status(here)).toBe(200)
    const state = async () =>
      z
        .object({ second_factor: z.object({ must_be_set_up: z.boolean() }) })
        .parse(await (await calls.request("/admin/users/me/second-factor", { headers: here })).json())
        .second_factor.must_be_set_up
    expect(await state()).toBe(true)

    const secret = await calls.setUpApp(account, here)
    expect(await state()).toBe(false)
    expect(await orders(here)).toBe(200)
    for (const headers of [there, token]) {
      expect(await orders(headers)).toBe(401)
      expect(await exportStatus(headers)).toBe(401)
    }
    const passwordOnly = calls.withToken(await calls.tokenOf(await calls.tryPassword(account)))
    expect(await orders(passwordOnly)).toBe(401)
    expect(await orders(calls.withToken(await calls.signIn({ ...account, secret })))).toBe(200)
    expect((await calls.tryCode(account, "totp", "000000")).status).toBe(400)
  })

  it("can be replaced by a recovery code, once, and is not removed without a code", async () => {
    const account = await colleague()
    const headers = calls.withToken(await calls.signIn(account))
    const [code = ""] = await newCodes(await calls.confirm(account, headers))
    // Refused where the app's code belongs, it has not been used.
    expect((await calls.tryCode(account, "totp", code)).status).toBe(400)
    expect((await calls.tryCode(account, "recovery_code", code)).status).toBe(200)
    expect((await calls.tryCode(account, "recovery_code", code)).status).toBe(400)
    await calls.nextCode(account.secret)
    expect((await calls.tryCode(account, "recovery_code", code)).status).toBe(400)
    const path = await appOf(headers)
    expect((await calls.request(path, { method: "DELETE", body: {}, headers })).status).toBe(400)
  })

  it("is changed by its owner, who gets a mail about each change", async () => {
    const account = await colleague()
    const headers = await calls.confirm(account, calls.withToken(await calls.signIn(account)))
    const agent = { ...headers, "user-agent": "Firefox of the owner" }
    await mailbox.mailTo(account.email, "authenticator app was added")
    await newCodes(agent)
    const mail = await mailbox.mailTo(account.email, "New recovery codes were made")
    expect(mail.subject).toBe("Your second factor for the Bramble & Comb admin was changed")
    expect(mail.text).toContain("Firefox of the owner")
    const body = { method: "totp", code: await calls.nextCode(account.secret) }
    const removed = await calls.request(await appOf(agent), { method: "DELETE", body, headers: agent })
    expect(removed.status).toBe(200)
    await mailbox.mailTo(account.email, "authenticator app was removed")
  })

  it("accepts each code once, also of calls at the same time", async () => {
    const account = await colleague()
    const token = await calls.signIn(account)
    const accepted = async (method: "totp" | "recovery_code", code: string) => {
      const answers = await Promise.all(Array.from({ length: 4 }, () => calls.tryCode(account, method, code)))
      return answers.filter(({ status }) => status === 200).length
    }
    const [code = ""] = await newCodes(await calls.confirm(account, calls.withToken(token)))
    expect(await accepted("recovery_code", code)).toBe(1)
    const shown = await calls.nextCode(account.secret)
    expect(await accepted("totp", shown)).toBe(1)
    // What has opened a sign-in does not remove the app.
    const options = { method: "DELETE", body: { method: "totp", code: shown } } as const
    const removal = await calls.request(await appOf(calls.withToken(token)), {
      ...options,
      headers: calls.withToken(token),
    })
    expect(removal.status).toBe(400)
  })

  it("is not guessed at its set-up either", async () => {
    const account = await colleague()
    const headers = calls.withToken(await calls.signIn(account))
    const address = `${await appOf(headers)}/verify`
    let status = 400
    for (let n = 0; n < 11; n++)
      status = (await calls.request(address, { method: "POST", body: { code: "000000" }, headers })).status
    expect(status).toBe(429)
  })

  it("is reset by the operator's command", async () => {
    const account = await colleague()
    const headers = calls.withToken(await calls.signIn(account))
    const said = await runScript("staff/reset-second-factor", backend.databaseUrl, "--email", account.email)
    expect(said).toContain(`The second factor of ${account.email} is removed`)
    expect(await calls.status(headers)).toBe(401)
    const { secret: _lost, ...left } = account
    const again = calls.withToken(await calls.signIn(left))
    expect(await orders(again)).toBe(403)
    await calls.setUpApp(left, again)
  })
})

describe("a stolen session", () => {
  it("gives no lasting access: a second factor, an invitation, a key and another's new password need the password", async () => {
    const account = await colleague()
    const invited = newAccount()
    await calls.invite(manager, invited.email)
    const { id: invitation } = await calls.invitationOf(manager, invited.email)
    const session = await calls.openSession(await calls.signIn(account))
    const refused = async (headers: Record<string, string>) => {
      const writes = {
        "/auth/mfa/recovery-codes": {},
        "/auth/mfa/factors": { provider: "totp" },
        "/admin/invites": { email: newAccount().email },
        [`/admin/invites/${invitation}/resend`]: undefined,
        "/admin/api-keys": { title: "Bookkeeping", type: "secret" },
        [`/admin/users/${account.id}/reset-password`]: undefined,
        "/admin/workflows-executions/create-invite-step/run": { input: { invites: [invited] } },
        "/admin/workflows-executions/create-invite-step/steps/success": { transaction_id: "1", step_id: "2" },
        "/admin/workflows-executions/create-invite-step/steps/failure": { transaction_id: "1", step_id: "2" },
      }
      for (const [path, body] of Object.entries(writes)) {
        const answer = await calls.request(path, { method: "POST", body, headers })
        expect(answer.status, path).toBe(403)
        expect(await answer.json()).toMatchObject({
          code: "password_confirmation_required",
          message: "Please confirm your password first.",
        })
      }
    }
    await refused(session)
    const other = await colleague()
    const theirs = await calls.confirm(other, calls.withToken(await calls.signIn(other)))
    await refused({ cookie: `${session.cookie}; ${theirs.cookie}` })
  })

  it("shows no link of an invitation, and neither does an API key", async () => {
    const account = await colleague()
    const invited = newAccount()
    const token = await calls.invite(manager, invited.email)
    const session = await calls.openSession(await calls.signIn(account))
    const key = await calls.makeKey(manager)
    const shown = async (headers: Record<string, string>) => {
      const { id } = await calls.invitationOf(headers, invited.email)
      const texts = ["/admin/invites?fields=token&limit=200", `/admin/invites/${id}`].map(async (path) =>
        (await calls.request(path, { headers })).text(),
      )
      return (await Promise.all(texts)).map((text) => text.includes(token))
    }
    expect(await shown(session)).toEqual([false, false])
    expect(await shown(key)).toEqual([false, false])
    expect(await shown(manager)).toEqual([true, true])
  })

  it("does not guess the password that confirms it", async () => {
    const account = await newcomer()
    const headers = await calls.openSession(await calls.signIn(account))
    const give = async (password: string) =>
      (await calls.request("/admin/users/me/confirmation", { method: "POST", body: { password }, headers }))
        .status
    for (let n = 0; n < 10; n++) expect(await give("not the present one")).toBe(422)
    expect(await give(account.password)).toBe(429)
  })
})

describe("the sign-in of a member of staff", () => {
  it("ends with their account: token, session and the API keys that they made", async () => {
    const { id, ...account } = await colleague()
    const token = await calls.signIn(account)
    const headers = calls.withToken(token)
    const cookie = await calls.openSession(token)
    const basic = await calls.makeKey(await calls.confirm(account, headers))
    const orders = async (by: Record<string, string>) =>
      (await calls.request("/admin/orders?limit=1", { headers: by })).status
    for (const by of [headers, cookie, basic]) expect(await orders(by)).toBe(200)
    for (const by of [headers, cookie]) expect(await exportStatus(by)).toBe(200)

    await calls.request(`/admin/users/${id}`, { method: "DELETE", headers: manager })
    for (const by of [headers, cookie, basic]) expect(await orders(by)).toBe(401)
    for (const by of [headers, cookie]) expect(await exportStatus(by)).toBe(401)
    expect((await calls.tryPassword(account)).status).toBe(401)
  })

  it("ends on every device when they sign out", async () => {
    const account = await colleague()
    const [here, there] = [await calls.signIn(account), await calls.signIn(account)]
    const cookie = await calls.openSession(here)
    await calls.request("/auth/session", { method: "DELETE", headers: cookie })
    for (const headers of [cookie, calls.withToken(here), calls.withToken(there)]) {
      expect(await calls.status(headers)).toBe(401)
      expect(await exportStatus(headers)).toBe(401)
    }
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

  it("allows no API key to make another, to invite or to change a member of staff", async () => {
    const key = { title: "Stock", type: "secret" }
    const basic = await calls.makeKey(manager)
    const { id } = await newcomer()
    const writes = [
      ["POST", "/admin/api-keys", key],
      ["POST", "/admin/invites", { email: newAccount().email }],
      ["POST", `/admin/users/${id}`, { first_name: "Mallory" }],
      ["DELETE", `/admin/users/${id}`, undefined],
      ["POST", "/admin/workflows-executions/create-invite-step/run", { input: { invites: [] } }],
    ] as const
    for (const [method, address, body] of writes) {
      const answer = await calls.request(address, { method, body, headers: basic })
      expect(answer.status, `${method} ${address}`).toBe(403)
    }
    expect((await calls.request(`/admin/users/${id}`, { headers: basic })).status).toBe(200)
  })
})

describe("registration", () => {
  it("is closed without an invitation to that address, and tells nothing about addresses", async () => {
    const invited = newAccount()
    const invitation = await calls.invite(manager, invited.email)
    const other = await calls.invite(manager, newAccount().email)
    const tries = [
      calls.register(newAccount()),
      calls.register(invited),
      calls.register(STAFF),
      calls.register(invited, `?token=${other}`),
      calls.register(newAccount(), `?token=${invitation}`),
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
      expect((await calls.request(path, { method: "POST", body: newAccount() })).status).toBe(404)
  })

  it("works from the invitation's page, which sends its own address", async () => {
    const account = newAccount()
    const invitation = await calls.invite(manager, account.email)
    const referer = `${backend.url}/app/invite?token=${invitation}`
    const first = await calls.register({ ...account, password: "another otter kneads" }, "", { referer })
    expect(first.status).toBe(200)
    // They left before the invitation was accepted, and come back.
    const token = await calls.tokenOf(await calls.register(account, "", { referer }))
    const stranger = await calls.accept(invitation, token, { email: newAccount().email })
    expect(stranger.status).toBe(401)
    const accept = () => calls.accept(invitation, token, { email: account.email })
    const atOnce = await Promise.all([accept(), accept(), accept()])
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect((await calls.tryPassword(account)).status).toBe(200)
    expect((await calls.register(account, "", { referer })).status).toBe(401)
  })

  it.each(["a", "elevenchars", "password1234"])("refuses the password '%s'", async (password) => {
    const account = { ...newAccount(), password }
    const invitation = await calls.invite(manager, account.email)
    const answer = await calls.register(account, `?token=${invitation}`)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toMatch(/at least 12 characters|too common/)
  })
})

it("a wrong address is answered like a wrong password, to the byte", async () => {
  const { email } = await newcomer()
  const answerTo = async (address: string) => {
    const answer = await calls.tryPassword({ email: address, password: "wrong wrong wrong" })
    const headers = Object.fromEntries(answer.headers)
    // These differ between any two requests.
    for (const name of ["date", "x-request-id", "ratelimit", "ratelimit-policy"])
      Reflect.deleteProperty(headers, name)
    return { status: answer.status, headers, body: await answer.text() }
  }
  const known = await answerTo(email)
  expect(known.status).toBe(401)
  expect(known.headers["etag"]).toBeDefined()
  expect(await answerTo("unknown-to-the-byte@shop.test")).toEqual(known)
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
  expect(Math.max(...(await times("unknown@shop.test")))).toBeGreaterThan(
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

it("failed sign-ins of others do not lock out a browser that the account has used before", async () => {
  const account = await newcomer()
  const browser = { "sec-fetch-site": "same-origin", "user-agent": "Firefox" }
  const signedIn = await calls.tryPassword(account, browser)
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? ""
  const fail = async (headers: Record<string, string>) => {
    let status = 401
    for (let n = 0; n < 11; n++)
      status = (await calls.tryPassword({ ...account, password: "wrong" }, headers)).status
    return status
  }
  // A cookie that the account has never had is a stranger's.
  const stranger = { ...browser, cookie: `staff_device=${"s".repeat(43)}` }
  expect(await fail(stranger)).toBe(429)
  expect((await calls.tryPassword(account, stranger)).status).toBe(429)
  expect((await calls.tryPassword(account, { ...browser, cookie })).status).toBe(200)
  // It may fail as often as others, and no more.
  expect(await fail({ ...browser, cookie })).toBe(429)
})

it("a sign-in from a new device is mailed to its member of staff, once", async () => {
  const account = await colleague()
  await calls.signIn(account)
  const browser = { "sec-fetch-site": "same-origin", "user-agent": "Firefox of a stranger" }
  const first = await calls.tryPassword(account, browser)
  const cookie = first.headers.getSetCookie()[0]?.split(";")[0] ?? ""
  const mail = await mailbox.mailTo(account.email, "Your password was used")
  expect(mail.subject).toBe("New sign-in to the Bramble & Comb admin")
  expect(mail.text).toContain("Firefox of a stranger")
  await calls.tryPassword(account, { ...browser, cookie })
  await calls.signIn(account)
  // The mail of the next new device is the second one.
  await calls.tryPassword(account, { ...browser, "user-agent": "Safari of a stranger" })
  expect((await mailbox.mailTo(account.email, "Your password was used")).text).toContain(
    "Safari of a stranger",
  )
})

it("an invitation is mailed, and mailed anew when it is sent again", async () => {
  const account = newAccount()
  await calls.invite(manager, account.email)
  const first = await mailbox.mailTo(account.email)
  expect(first.subject).toBe("You are invited to the Bramble & Comb admin")
  const { id } = await calls.invitationOf(manager, account.email)
  await calls.request(`/admin/invites/${id}/resend`, { method: "POST", headers: manager })
  const token = linkedToken(await mailbox.mailTo(account.email))
  expect((await calls.register(account, `?token=${linkedToken(first)}`)).status).toBe(401)
  expect((await calls.register(account, `?token=${token}`)).status).toBe(200)
})

describe("a forgotten password", () => {
  const ask = (identifier: string) =>
    calls.request("/auth/user/emailpass/reset-password", { method: "POST", body: { identifier } })

  it("is replaced with the link of a mail, which ends all sign-ins", async () => {
    const account = await colleague()
    const headers = calls.withToken(await calls.signIn(account))
    expect((await ask(account.email)).status).toBe(201)
    const token = linkedToken(await mailbox.mailTo(account.email, "Someone asked"))
    const replace = (password: string) =>
      calls.request("/auth/user/emailpass/update", {
        method: "POST",
        body: { password },
        headers: calls.withToken(token),
      })
    expect((await replace("short")).status).toBe(422)
    const password = "seven quiet badgers waltz"
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => replace(password)))
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    expect((await replace(password)).status).toBe(401)
    expect(await calls.status(headers)).toBe(401)
    expect((await calls.tryPassword(account)).status).toBe(401)
    expect(await calls.status(calls.withToken(await calls.signIn({ ...account, password })))).toBe(200)
  })

  it("of no account is answered alike, without a mail", async () => {
    expect((await ask("unknown-account@shop.test")).status).toBe(201)
    const account = await newcomer()
    await ask(account.email)
    await mailbox.mailTo(account.email, "Someone asked")
    expect(mailbox.mails.filter(({ receivers }) => receivers.includes("unknown-account@shop.test"))).toEqual(
      [],
    )
  })
})

it("members of staff change their own password, which ends all sign-ins", async () => {
  const account = await colleague()
  const headers = calls.withToken(await calls.signIn(account))
  const change = (body: object) =>
    calls.request("/admin/users/me/password", { method: "POST", body, headers })
  const new_password = "seven quiet badgers waltz"
  expect((await change({ password: "not the present one", new_password })).status).toBe(422)
  expect((await change({ password: account.password, new_password: "password1234" })).status).toBe(422)
  expect((await change({ password: account.password, new_password })).status).toBe(200)
  expect(await calls.status(headers)).toBe(401)
  expect(
    await calls.status(calls.withToken(await calls.signIn({ ...account, password: new_password }))),
  ).toBe(200)
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
