import type { IncomingMessage, ServerResponse } from "node:http"
import helmet from "helmet"

/** How and where the backend is served. */
export interface Served {
  /** The admin's pages come as a built bundle; the development server needs inline scripts and web sockets. */
  isBuilt: boolean
  /** Its public origin, like https://admin.shop.example; the admin's bundle calls that one, wherever it was opened. */
  publicUrl: string
}

/**
 * Security headers for everything the backend answers, set before any of it runs: also for errors of the body
 * parser, uploaded files and the admin, which the framework serves ahead of our middlewares.
 */
export function securityHeaders({ isBuilt, publicUrl }: Served) {
  const common = {
    strictTransportSecurity: publicUrl.startsWith("https://") ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
  } as const

  // Answers are data, and an uploaded SVG opened on its own must not run its scripts.
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

function isAdminPage(url: string): boolean {
  return url === "/app" || url.startsWith("/app/") || url.startsWith("/app?")
}
