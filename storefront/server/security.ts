import helmet from "@fastify/helmet"
import type { FastifyInstance } from "fastify"

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
export async function registerSecurity(
  app: FastifyInstance,
  { isHttps, isDevelopment, sources }: { isHttps: boolean; isDevelopment: boolean; sources: Sources },
) {
  const inline = isDevelopment ? ["'unsafe-inline'"] : []
  await app.register(helmet, {
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
}
