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
  send(method: "GET" | "POST", path: string, body?: unknown): Promise<Response>
  remove(path: string): Promise<void>
  /** The response as text. */
  text(path: string): Promise<string>
  /** Uploads files as the admin does. The raw response. */
  upload(files: FormData, path?: string): Promise<Response>
}

/**
 * Signs in the seed's member of staff.
 * @throws with the server's message when a call is rejected
 */
export async function signInStaff(backendUrl = inject("backendUrl")): Promise<Staff> {
  const ask = async (method: "GET" | "POST" | "DELETE", path: string, body?: unknown, token?: string) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
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
  return {
    get: async (schema, path) => z.core.parse(schema, await ask("GET", path, undefined, token)),
    post: async (schema, path, body) => z.core.parse(schema, await ask("POST", path, body, token)),
    send: (method, path, body) =>
      send(path, { method, backendUrl, body, headers: { authorization: `Bearer ${token}` } }),
    remove: async (path) => {
      await ask("DELETE", path, undefined, token)
    },
    text: async (path) => {
      const response = await fetch(new URL(path, backendUrl), {
        headers: { authorization: `Bearer ${token}` },
      })
      if (!response.ok)
        throw new Error(`${path} answered ${String(response.status)}: ${await response.text()}`)
      return response.text()
    },
    upload: (files, path = "/admin/uploads") =>
      fetch(new URL(path, backendUrl), {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: files,
      }),
  }
}
