import * as z from "zod/mini"

/**
 * `POST /api/session`: the ID token that Firebase gave the browser a moment ago, for a cookie of our own. Refusals by
 * their `code`: 401 `sign_in_refused` (also for a sign-in older than five minutes), 409 `account_exists`, 503
 * `sign_in_unavailable` (Google cannot be asked) or `sign_in_off` (not set up).
 */
export const signInSchema = z.strictObject({
  idToken: z
    .string("Send the ID token.")
    .check(z.minLength(20, "Send the ID token."), z.maxLength(8192, "That is no ID token.")),
})

/** The signed-in user, as header and account page show them. Times are ISO 8601 in UTC. */
export const userSchema = z.object({
  id: z.string(),
  /** Null for somebody whose name we do not know: shown as 'User'. */
  name: z.nullable(z.string()),
  email: z.string(),
  phone: z.nullable(z.string()),
  /** A picture at Google's, or null. */
  photo: z.nullable(z.url()),
  createdAt: z.iso.datetime(),
  lastSignInAt: z.iso.datetime(),
})
export type User = z.infer<typeof userSchema>

/** `GET /api/session`, and the answer to `POST /api/session`: who this browser's cookie stands for, if anybody. */
export const sessionSchema = z.object({ user: z.nullable(userSchema) })
export type Session = z.infer<typeof sessionSchema>

/**
 * `GET /__/firebase/init.json`, from the storefront's own server: what the browser needs to talk to Firebase; 404
 * where no sign-in is set up. `authDomain` is the shop's own host. `emulatorUrl` is there in the sandbox alone: the
 * shop's own origin, which passes the emulator's calls on.
 */
export const firebaseConfigSchema = z.object({
  apiKey: z.string(),
  authDomain: z.string(),
  projectId: z.string(),
  emulatorUrl: z.optional(z.string()),
})
export type FirebaseConfig = z.infer<typeof firebaseConfigSchema>
