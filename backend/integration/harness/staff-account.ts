import { z } from "zod"
import { codeOf } from "../../../sandbox/src/testing/authenticator-app"
import { send } from "./call"

const tokenSchema = z.object({ token: z.string() })
const challengeSchema = z.object({ token: z.string(), mfa_challenge: z.object({ id: z.string() }) })
const setupSchema = z.object({ mfa_factor: z.object({ id: z.string() }), secret: z.string() })

export interface Account {
  email: string
  password: string
  /** Of the authenticator app. */
  secret?: string
}

type Call = Parameters<typeof send>[1]

/** Calls to one backend by programs and browsers with different credentials. */
export function staffCalls(backendUrl: string) {
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
  const signIn = async (account: Account) =>
    tokenOf(
      account.secret === undefined
        ? await tryPassword(account)
        : await tryCode(account, "totp", codeOf(account.secret)),
    )
  /** Sets up the authenticator app. @returns its secret */
  const setUpApp = async (headers: Record<string, string>): Promise<string> => {
    const started = await post("/auth/mfa/factors", { provider: "totp" }, headers)
    const { mfa_factor: app, secret } = setupSchema.parse(await started.json())
    const verified = await post(`/auth/mfa/factors/${app.id}/verify`, { code: codeOf(secret) }, headers)
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
    invite: async (manager: string, email: string) => {
      const made = await request("/admin/invites", {
        method: "POST",
        body: { email },
        headers: withToken(manager),
      })
      return z.object({ invite: tokenSchema }).parse(await made.json()).invite.token
    },
    register: ({ email, password }: Account, query = "", headers: Record<string, string> = {}) =>
      post(`/auth/user/emailpass/register${query}`, { email, password }, headers),
    accept: (invitation: string, token: string, body: object = {}) =>
      post(`/admin/invites/accept?token=${invitation}`, body, withToken(token)),
  }
}
