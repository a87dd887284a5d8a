import * as z from "zod/mini"

/**
 * `POST /api/session`: exchanges a fresh Firebase ID token for the shop's session cookie. Errors by `code`: 401
 * `sign_in_refused` (also for a sign-in older than five minutes), 409 `account_exists`, 503 `sign_in_unavailable`
 * (Google cannot be reached) or `sign_in_off` (not configured).
 */
export const signInSchema = z.strictObject({
  idToken: z
    .string("Send the ID token.")
    .check(z.minLength(20, "Send the ID token."), z.maxLength(8192, "That is no ID token.")),
})

/** The signed-in user, for the header and account page. Times are ISO 8601 in UTC. */
export const userSchema = z.object({
  id: z.string(),
  /** Null if unknown: shown as 'User'. */
  name: z.nullable(z.string()),
  email: z.string(),
  phone: z.nullable(z.string()),
  photo: z.nullable(z.url()),
  createdAt: z.iso.datetime(),
  lastSignInAt: z.iso.datetime(),
})
export type User = z.infer<typeof userSchema>

/** `GET /api/session` and the response to `POST /api/session`: the user of this browser's session cookie, or null. */
export const sessionSchema = z.object({ user: z.nullable(userSchema) })
export type Session = z.infer<typeof sessionSchema>

/**
 * `GET /__/firebase/init.json` from the storefront's server: the browser's Firebase configuration; 404 without sign-in.
 * `authDomain` is the shop's own host. `emulatorUrl` exists in the sandbox only: the shop's origin, which proxies the
 * emulator's calls.
 */
export const firebaseConfigSchema = z.object({
  apiKey: z.string(),
  authDomain: z.string(),
  projectId: z.string(),
  emulatorUrl: z.optional(z.string()),
})
export type FirebaseConfig = z.infer<typeof firebaseConfigSchema>
