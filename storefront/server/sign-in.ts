import httpProxy, { type FastifyHttpProxyOptions } from "@fastify/http-proxy"
import { PROBLEM_TYPE, type FirebaseConfig } from "@shop/contracts"
import type { FastifyInstance } from "fastify"
import type { Environment } from "./environment"

const CONFIG_PATH = "/__/firebase/init.json"
/** Where Firebase's library finds its helper pages on the domain that it is told. */
const HELPER_PATH = "/__/auth"
/** What the library asks of the emulator instead. */
const EMULATOR_PATHS = ["/emulator/auth", "/identitytoolkit.googleapis.com", "/securetoken.googleapis.com"]

type SignInSettings = Pick<
  Environment,
  "PUBLIC_URL" | "FIREBASE_PROJECT_ID" | "FIREBASE_API_KEY" | "FIREBASE_AUTH_EMULATOR_HOST"
>

/**
 * What a page may load so that signing in works, as additions to its content security policy; nothing where no sign-in
 * is set up.
 */
export function signInSources(settings: SignInSettings) {
  const config = configOf(settings)
  if (config === null) return { scriptSrc: [], connectSrc: [], frameSrc: [], imgSrc: [] }
  return {
    // Firebase's library loads it with the first click, also for the emulator.
    scriptSrc: ["https://apis.google.com"],
    connectSrc: ["https://identitytoolkit.googleapis.com", "https://securetoken.googleapis.com"],
    frameSrc: ["'self'", ...(config.authDomain === hostOf(settings) ? [] : [`https://${config.authDomain}`])],
    // People's own pictures.
    imgSrc: ["https://*.googleusercontent.com"],
  }
}

/**
 * Google sign-in from the shop's own origin: the configuration that a browser needs, and Firebase's helper pages passed
 * through. Browsers keep what two sites store apart, so a redirect comes back empty-handed from any other domain.
 */
export async function registerSignIn(app: FastifyInstance, settings: SignInSettings): Promise<void> {
  const config = configOf(settings)
  app.get(CONFIG_PATH, (_request, reply) => {
    void reply.header("cache-control", "no-cache")
    if (config !== null) return reply.send(config)
    return reply
      .code(404)
      .type(PROBLEM_TYPE)
      .send(
        problem(
          404,
          "sign_in_off",
          "Signing in is not set up in this shop. You can order without an account.",
        ),
      )
  })
  if (config === null) return
  const emulator = settings.FIREBASE_AUTH_EMULATOR_HOST
  if (emulator === undefined)
    return passThrough(app, HELPER_PATH, `https://${config.projectId}.firebaseapp.com`)
  for (const path of EMULATOR_PATHS) await passThrough(app, path, `http://${emulator}`)
}

function configOf(settings: SignInSettings): FirebaseConfig | null {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: apiKey } = settings
  if (projectId === undefined || apiKey === undefined) return null
  const { protocol, origin } = new URL(settings.PUBLIC_URL)
  if (settings.FIREBASE_AUTH_EMULATOR_HOST !== undefined)
    return { apiKey, authDomain: hostOf(settings), projectId, emulatorUrl: origin }
  // The library asks for its helper pages over https alone: a shop on http://localhost takes Firebase's own.
  const authDomain = protocol === "https:" ? hostOf(settings) : `${projectId}.firebaseapp.com`
  return { apiKey, authDomain, projectId }
}

function hostOf({ PUBLIC_URL }: SignInSettings): string {
  return new URL(PUBLIC_URL).host
}

async function passThrough(app: FastifyInstance, prefix: string, upstream: string): Promise<void> {
  const replyOptions: FastifyHttpProxyOptions["replyOptions"] = {
    // The shop's cookies are nobody else's business, and nobody else sets cookies for the shop.
    rewriteRequestHeaders: (_request, { cookie: _cookie, ...headers }) => headers,
    rewriteHeaders: ({ "set-cookie": _cookies, ...headers }) => ({
      ...headers,
      // Their pages bring scripts of their own and are framed by ours.
      "content-security-policy": "frame-ancestors 'self'",
      "x-frame-options": "SAMEORIGIN",
    }),
    onError: (reply, { error }) => {
      app.log.error({ err: error }, "Google sign-in could not be reached")
      void reply
        .code(503)
        .type(PROBLEM_TYPE)
        .send(
          problem(
            503,
            "sign_in_unavailable",
            "Google cannot be reached at the moment, so nobody can sign in. You can order without an account.",
          ),
        )
    },
  }
  await app.register(httpProxy, {
    upstream,
    prefix,
    rewritePrefix: prefix,
    disableRequestLogging: true,
    undici: { connections: 16, headersTimeout: 15_000, bodyTimeout: 30_000 },
    replyOptions,
  })
}

function problem(status: 404 | 503, code: string, detail: string) {
  const title = status === 404 ? "Not found" : "Service unavailable"
  return { type: "about:blank", title, status, code, detail }
}
