import * as z from "zod/mini"
import { instantSchema, webAddressSchema } from "./formats"

export const userSchema = z.object({
  id: z.string(),
  /** Null if unknown: shown as 'User'. */
  name: z.nullable(z.string()),
  email: z.string(),
  phone: z.nullable(z.string()),
  photo: z.nullable(webAddressSchema),
  createdAt: instantSchema,
  lastSignInAt: instantSchema,
})
export type User = z.infer<typeof userSchema>

/** `GET /api/session` and the response to `POST /api/session`: the user of this browser's session cookie, or null. */
export const sessionSchema = z.object({ user: z.nullable(userSchema) })
export type Session = z.infer<typeof sessionSchema>

/** `GET /__/firebase/init.json`. `emulatorUrl`: in the sandbox only, the shop's origin, which proxies the emulator. */
export const firebaseConfigSchema = z.object({
  apiKey: z.string(),
  authDomain: z.string(),
  projectId: z.string(),
  emulatorUrl: z.optional(z.string()),
})
export type FirebaseConfig = z.infer<typeof firebaseConfigSchema>
