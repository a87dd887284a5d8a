import type { IncomingMessage, ServerResponse } from "node:http"

/** Of Medusa's admin, which begins in American English otherwise: dates like Nov 26, 2026. The choice in a person's profile replaces it. */
const COOKIE = "lng"
const BRITISH = "enGB"

export function isAdminPage(url: string): boolean {
  return url === "/app" || url.startsWith("/app/") || url.startsWith("/app?")
}

export function setAdminLanguage(request: IncomingMessage, response: ServerResponse): void {
  if (!isAdminPage(request.url ?? "/")) return
  if (new RegExp(`(?:^|; *)${COOKIE}=`).test(request.headers.cookie ?? "")) return
  response.setHeader("set-cookie", `${COOKIE}=${BRITISH}; Path=/; SameSite=Lax; Max-Age=31536000`)
}
