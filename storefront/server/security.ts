import type { FastifyInstance, FastifyReply } from "fastify"
import helmet, { type HelmetOptions } from "helmet"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { InlineHashes } from "../src/app/entry-server"

interface Sources {
  scriptSrc: string[]
  connectSrc: string[]
  frameSrc: string[]
  imgSrc: string[]
}

const FILE_TYPE = /^(?:font|image)\/|^(?:text|application)\/(?:css|javascript)/
/** Browsers follow the other headers for documents only. On each of a page's thirty files they weighed a kilobyte. */
const FOR_FILES = new Set([
  "x-content-type-options",
  "cross-origin-resource-policy",
  "strict-transport-security",
])
const POLICY = "content-security-policy"
/** An SVG opened by its address is a document. */
const SVG_TYPE = "image/svg+xml"
const SVG_POLICY = "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'none'"

/** Only our own files run, and what allowInline names. Development needs inline scripts and styles for reloading. */
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
    // For Flash, Internet Explorer and filters that browsers have given up: on a page each takes room of its first round trip.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
  })
  const forDocuments = Object.keys(headers).filter((name) => name !== POLICY && !FOR_FILES.has(name))
  app.addHook("onRequest", (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
  app.addHook("onSend", (_request, reply, _payload, done) => {
    const type = String(reply.getHeader("content-type"))
    if (FILE_TYPE.test(type)) {
      for (const name of forDocuments) reply.removeHeader(name)
      // The backend sends uploads with another policy, which stays.
      if (reply.getHeader(POLICY) !== headers[POLICY]) return done()
      if (type.startsWith(SVG_TYPE)) reply.header(POLICY, SVG_POLICY)
      else reply.removeHeader(POLICY)
    }
    done()
  })
}

export function allowInline(reply: FastifyReply, { style, script }: InlineHashes): void {
  const policy = String(reply.getHeader(POLICY))
    .replace("style-src 'self'", `style-src 'self' ${style}`)
    .replace("script-src 'self'", `script-src 'self' ${script}`)
  void reply.header(POLICY, policy)
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
