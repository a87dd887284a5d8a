import type { IncomingMessage, ServerResponse } from "node:http"
import helmet from "helmet"
import { isAdminPage } from "./admin-language"

export interface Served {
  /** Whether the admin is a built bundle. The development server needs inline scripts and web sockets. */
  isBuilt: boolean
  /** The public origin, like https://admin.shop.example; the admin always calls this origin. */
  publicUrl: string
}

/** Also of body parser errors, uploads and the admin, which Medusa serves before our middleware runs. */
export function securityHeaders({ isBuilt, publicUrl }: Served) {
  const common = {
    strictTransportSecurity: publicUrl.startsWith("https://") ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
  } as const

  // Responses are data. An uploaded SVG must not run scripts when a browser opens it directly.
  const data = helmet({
    ...common,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'unsafe-inline'"],
        frameAncestors: ["'none'"],
        sandbox: [],
      },
    },
  })

  const admin = helmet({
    ...common,
    contentSecurityPolicy: isBuilt && {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", publicUrl, "data:", "blob:", "https:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'", publicUrl],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  })

  return (request: IncomingMessage, response: ServerResponse) => {
    const choose = isAdminPage(request.url ?? "/") ? admin : data
    choose(request, response, () => undefined)
  }
}
