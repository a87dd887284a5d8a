import type { IncomingMessage, ServerResponse } from "node:http"

/** Of Medusa's admin, which begins in American English otherwise: dates like Nov 26, 2026. The choice in a person's profile replaces it. */
const COOKIE = "lng"
/** The admin keeps what staff choose in its own storage, and in COOKIE, which wins, until the browser is closed: COOKIE is set once. */
const GIVEN = "lng_given"
const YEAR = 31_536_000
const BRITISH = "enGB"

export function isAdminPage(url: string): boolean {
  return url === "/app" || url.startsWith("/app/") || url.startsWith("/app?")
}

export function setAdminLanguage(request: IncomingMessage, response: ServerResponse): void {
  if (!isAdminPage(request.url ?? "/")) return
  const has = (name: string) => new RegExp(`(?:^|; *)${name}=`).test(request.headers.cookie ?? "")
  if (has(GIVEN)) return
  const cookie = (name: string, value: string) => `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${YEAR}`
  response.setHeader("set-cookie", [cookie(GIVEN, "1"), ...(has(COOKIE) ? [] : [cookie(COOKIE, BRITISH)])])
}
