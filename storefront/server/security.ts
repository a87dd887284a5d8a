import type { FastifyInstance } from "fastify"
import helmet, { type HelmetOptions } from "helmet"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"

/** External origins that a page may use. */
interface Sources {
  scriptSrc: string[]
  connectSrc: string[]
  frameSrc: string[]
  imgSrc: string[]
}

/**
 * Sets the security headers. Only our own script and style files run. Development also needs inline ones for
 * reloading.
 */
export function registerSecurity(
  app: FastifyInstance,
  { isHttps, isDevelopment, sources }: { isHttps: boolean; isDevelopment: boolean; sources: Sources },
): void {
  const inline = isDevelopment ? ["'unsafe-inline'"] : []
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inline, ...sources.scriptSrc],
        styleSrc: ["'self'", ...inline],
        imgSrc: ["'self'", "data:", ...sources.imgSrc],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(isDevelopment ? ["ws:"] : []), ...sources.connectSrc],
        ...(sources.frameSrc.length > 0 && { frameSrc: sources.frameSrc }),
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    // The sign-in popup must be able to answer this window.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: "deny" },
  })
  app.addHook("onRequest", (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

/** Helmet's headers, which are the same for every answer. Built for each answer they cost a quarter of a cached page. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, (error) => {
    if (error instanceof Error) throw error
  })
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}
