import httpProxy, { type FastifyHttpProxyOptions } from "@fastify/http-proxy"
import type { FirebaseConfig } from "@shop/contracts"
import type { FastifyInstance } from "fastify"
import type { Environment } from "./environment"
import { sendProblem } from "./problem"

const CONFIG_PATH = "/__/firebase/init.json"
/** The path of Firebase's helper pages on the auth domain. */
const HELPER_PATH = "/__/auth"
const EMULATOR_PATHS = ["/emulator/auth", "/identitytoolkit.googleapis.com", "/securetoken.googleapis.com"]

type SignInSettings = Pick<
  Environment,
  "PUBLIC_URL" | "FIREBASE_PROJECT_ID" | "FIREBASE_API_KEY" | "FIREBASE_AUTH_EMULATOR_HOST"
>

export function signInSources(settings: SignInSettings) {
  const config = configOf(settings)
  if (config === null) return { scriptSrc: [], connectSrc: [], frameSrc: [], imgSrc: [] }
  return {
    // Firebase's library loads this on the first click, also with the emulator.
    scriptSrc: ["https://apis.google.com"],
    connectSrc: ["https://identitytoolkit.googleapis.com", "https://securetoken.googleapis.com"],
    frameSrc: ["'self'", ...(config.authDomain === hostOf(settings) ? [] : [`https://${config.authDomain}`])],
    // Profile pictures.
    imgSrc: ["https://*.googleusercontent.com"],
  }
}

/** From the shop's own origin: browsers separate the storage of two sites, and a redirect by another would lose its result. */
export async function registerSignIn(app: FastifyInstance, settings: SignInSettings): Promise<void> {
  const config = configOf(settings)
  // Without sign-in the answer is null: every order's page asks, and browsers log a 404 as an error.
  app.get(CONFIG_PATH, (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .type("application/json; charset=utf-8")
      .send(Buffer.from(JSON.stringify(config))),
  )
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
  // The library loads its helper pages over https only, so a shop on http://localhost uses Firebase's own domain.
  const authDomain = protocol === "https:" ? hostOf(settings) : `${projectId}.firebaseapp.com`
  return { apiKey, authDomain, projectId }
}

function hostOf({ PUBLIC_URL }: SignInSettings): string {
  return new URL(PUBLIC_URL).host
}

async function passThrough(app: FastifyInstance, prefix: string, upstream: string): Promise<void> {
  const replyOptions: FastifyHttpProxyOptions["replyOptions"] = {
    // The shop's cookies are not sent on, and the upstream cannot set cookies for the shop.
    rewriteRequestHeaders: (_request, { cookie: _cookie, ...headers }) => headers,
    rewriteHeaders: ({ "set-cookie": _cookies, ...headers }) => ({
      ...headers,
      // The helper pages use scripts of their own and appear in frames of ours.
      "content-security-policy": "frame-ancestors 'self'",
      "x-frame-options": "SAMEORIGIN",
    }),
    onError: (reply, { error }) => {
      app.log.error({ err: error }, "Google sign-in could not be reached")
      const detail =
        "Google cannot be reached at the moment, so you cannot sign in. You can order without an account."
      sendProblem(reply, 503, "sign_in_unavailable", detail)
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
