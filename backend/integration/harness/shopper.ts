import { sessionSchema, type User } from "@shop/contracts"
import { expect } from "vitest"
import { z } from "zod"
import { send } from "./call"

/** A signed-in shopper's browser. */
export interface Shopper {
  user: User
  /** The whole `Set-Cookie` line. */
  setCookie: string
  /** The browser's cookie: `name=value`. */
  headers: { cookie: string }
}

/** The `Set-Cookie` lines of a response. */
export const cookiesOf = (response: Response) => response.headers.getSetCookie()

export async function signInShopper(
  backendUrl: string,
  idToken: string,
  headers: Record<string, string> = {},
): Promise<Shopper> {
  const response = await send("/api/session", { method: "POST", body: { idToken }, backendUrl, headers })
  const text = await response.text()
  expect(response.status, text).toBe(200)
  const { user } = z.core.parse(sessionSchema, JSON.parse(text))
  const [setCookie = ""] = cookiesOf(response)
  if (user === null) throw new Error("The session has no user.")
  return { user, setCookie, headers: { cookie: setCookie.split(";")[0] ?? "" } }
}
