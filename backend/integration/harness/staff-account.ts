import { z } from "zod"
import { codeOf } from "../../../sandbox/src/testing/authenticator-app"
import { send } from "./call"
import { askDatabase } from "./postgres"
import { confirmPassword } from "./staff"

const tokenSchema = z.object({ token: z.string() })
const challengeSchema = z.object({ token: z.string(), mfa_challenge: z.object({ id: z.string() }) })
const setupSchema = z.object({ mfa_factor: z.object({ id: z.string() }), secret: z.string() })
const invitesSchema = z.object({ invites: z.array(z.object({ id: z.string() })) })

export interface Account {
  email: string
  password: string
  /** Of the authenticator app. */
  secret?: string
}

type Call = Parameters<typeof send>[1]

/** Calls to one backend by programs and browsers with different credentials. */
export function staffCalls({ url: backendUrl, databaseUrl }: { url: string; databaseUrl: string }) {
  const request = (path: string, options: Call = {}) => send(path, { ...options, backendUrl })
  const withToken = (token: string) => ({ authorization: `Bearer ${token}` })
  const tokenOf = async (response: Response) => {
    if (!response.ok) throw new Error(`${response.url}: ${String(response.status)} ${await response.text()}`)
    return tokenSchema.parse(await response.json()).token
  }
  const post = (path: string, body: unknown, headers: Record<string, string>) =>
    request(path, { method: "POST", body, headers })
  const tryPassword = ({ email, password }: Account, headers: Record<string, string> = {}) =>
    post("/auth/user/emailpass", { email, password }, headers)
  const tryCode = async (account: Account, method: "totp" | "recovery_code", code: string) => {
    const { token, mfa_challenge } = challengeSchema.parse(await (await tryPassword(account)).json())
    return post(`/auth/mfa/challenges/${mfa_challenge.id}/verify`, { method, code }, withToken(token))
  }
  /** The code that the app shows. Each counts once, so the ones that were used are forgotten, as after half a minute. */
  const nextCode = async (secret: string) => {
    await askDatabase(databaseUrl, "delete from used_secret")
    return codeOf(secret)
  }
  /** Gives the password again. @returns the headers with the proof */
  const confirm = async ({ password }: Account, headers: Record<string, string>) => {
    const proof = await confirmPassword(password, headers, backendUrl)
    return { ...headers, cookie: [headers["cookie"], proof].filter(Boolean).join("; ") }
  }
  const signIn = async (account: Account) =>
    tokenOf(
      account.secret === undefined
        ? await tryPassword(account)
        : await tryCode(account, "totp", await nextCode(account.secret)),
    )
  /** Sets up the authenticator app. @returns its secret */
  const setUpApp = async (account: Account, headers: Record<string, string>): Promise<string> => {
    const proven = await confirm(account, headers)
    const started = await post("/auth/mfa/factors", { provider: "totp" }, proven)
    const { mfa_factor: app, secret } = setupSchema.parse(await started.json())
    const verified = await post(`/auth/mfa/factors/${app.id}/verify`, { code: codeOf(secret) }, proven)
    if (!verified.ok) throw new Error(`${String(verified.status)} ${await verified.text()}`)
    return secret
  }
  return {
    request,
    withToken,
    tokenOf,
    tryPassword,
    tryCode,
    signIn,
    nextCode,
    confirm,
    setUpApp,
    /** The status of a call that every member of staff may make. */
    status: async (headers: Record<string, string>) => (await request("/admin/users/me", { headers })).status,
    /** Opens a session of the admin. @returns its cookie as a header */
    openSession: async (token: string) => {
      const opened = await request("/auth/session", { method: "POST", headers: withToken(token) })
      if (!opened.ok) throw new Error(`${String(opened.status)} ${await opened.text()}`)
      return { cookie: opened.headers.getSetCookie()[0]?.split(";")[0] ?? "" }
    },
    /** Invites a member of staff. @returns the token of the invitation */
    invite: async (manager: Record<string, string>, email: string) => {
      const made = await post("/admin/invites", { email }, manager)
      return z.object({ invite: tokenSchema }).parse(await made.json()).invite.token
    },
    /** The invitation of an address, as the list shows it. */
    invitationOf: async (headers: Record<string, string>, email: string) => {
      const listed = await request(`/admin/invites?email=${email}`, { headers })
      const [found] = invitesSchema.parse(await listed.json()).invites
      if (!found) throw new Error(`${email} is not invited`)
      return found
    },
    /** Makes a secret API key. @returns the headers of a program that uses it */
    makeKey: async (headers: Record<string, string>) => {
      const made = await post("/admin/api-keys", { title: "Bookkeeping", type: "secret" }, headers)
      const { token } = z.object({ api_key: tokenSchema }).parse(await made.json()).api_key
      return { authorization: `Basic ${Buffer.from(`${token}:`).toString("base64")}` }
    },
    register: ({ email, password }: Account, query = "", headers: Record<string, string> = {}) =>
      post(`/auth/user/emailpass/register${query}`, { email, password }, headers),
    accept: (invitation: string, token: string, body: object = {}) =>
      post(`/admin/invites/accept?token=${invitation}`, body, withToken(token)),
  }
}
