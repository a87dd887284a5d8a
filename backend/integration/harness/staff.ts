import { inject } from "vitest"
import { z } from "zod"
import { send } from "./call"
import { STAFF } from "./settings"

const tokenSchema = z.object({ token: z.string() })

/** A member of staff at Medusa's admin API. */
export interface Staff {
  get<Schema extends z.core.$ZodType>(schema: Schema, path: string): Promise<z.core.output<Schema>>
  post<Schema extends z.core.$ZodType>(
    schema: Schema,
    path: string,
    body: unknown,
  ): Promise<z.core.output<Schema>>
  /** The raw response, for calls that may be rejected. */
  send(method: "GET" | "POST", path: string, body?: unknown, signal?: AbortSignal): Promise<Response>
  remove(path: string): Promise<void>
  /** The response as text. */
  text(path: string): Promise<string>
  /** Uploads files as the admin does. The raw response. */
  upload(files: FormData, path?: string): Promise<Response>
  /** Gives the password again, for the calls that need it. */
  confirm(): Promise<void>
}

/** Gives the password again, as the admin asks for it. @returns the cookie with the proof */
export async function confirmPassword(
  password: string,
  headers: Record<string, string>,
  backendUrl: string,
): Promise<string> {
  const path = "/admin/users/me/confirmation"
  const confirmed = await send(path, { method: "POST", body: { password }, headers, backendUrl })
  if (!confirmed.ok) throw new Error(`${String(confirmed.status)} ${await confirmed.text()}`)
  const proof = confirmed.headers.getSetCookie().find((cookie) => cookie.startsWith("staff_confirmation="))
  return proof?.split(";")[0] ?? ""
}

/**
 * Signs in the seed's member of staff.
 * @throws with the server's message when a call is rejected
 */
export async function signInStaff(backendUrl = inject("backendUrl")): Promise<Staff> {
  const headers: Record<string, string> = {}
  const ask = async (method: "GET" | "POST" | "DELETE", path: string, body?: unknown) => {
    const response = await send(path, {
      method,
      backendUrl,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${String(response.status)}: ${text}`)
    return JSON.parse(text) as unknown
  }
  const { token } = tokenSchema.parse(await ask("POST", "/auth/user/emailpass", STAFF))
  headers["authorization"] = `Bearer ${token}`
  return {
    get: async (schema, path) => z.core.parse(schema, await ask("GET", path)),
    post: async (schema, path, body) => z.core.parse(schema, await ask("POST", path, body)),
    send: (method, path, body, signal) =>
      send(path, { method, backendUrl, body, headers, ...(signal && { signal }) }),
    remove: async (path) => {
      await ask("DELETE", path)
    },
    text: async (path) => {
      const response = await fetch(new URL(path, backendUrl), { headers })
      if (!response.ok)
        throw new Error(`${path} answered ${String(response.status)}: ${await response.text()}`)
      return response.text()
    },
    upload: (files, path = "/admin/uploads") =>
      fetch(new URL(path, backendUrl), { method: "POST", headers, body: files }),
    confirm: async () => {
      headers["cookie"] = await confirmPassword(STAFF.password, headers, backendUrl)
    },
  }
}
