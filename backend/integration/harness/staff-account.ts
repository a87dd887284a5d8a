import { z } from "zod"
import { send } from "./call"

const tokenSchema = z.object({ token: z.string() })

export interface Account {
  email: string
  password: string
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
  const tryPassword = (account: Account, headers: Record<string, string> = {}) =>
    request("/auth/user/emailpass", { method: "POST", body: account, headers })
  const signIn = async (account: Account, headers: Record<string, string> = {}) =>
    tokenOf(await tryPassword(account, headers))
  return {
    request,
    withToken,
    tokenOf,
    tryPassword,
    signIn,
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
    register: (account: Account, query = "", headers: Record<string, string> = {}) =>
      request(`/auth/user/emailpass/register${query}`, { method: "POST", body: account, headers }),
    accept: (invitation: string, token: string, body: object = {}) =>
      request(`/admin/invites/accept?token=${invitation}`, {
        method: "POST",
        body,
        headers: withToken(token),
      }),
  }
}
