import { z } from "@medusajs/framework/zod"

export const optionsSchema = z.object({
  /** The Firebase project whose tokens are accepted; without one, signing in is off. */
  projectId: z.string().min(1).optional(),
  /** A service account's key file. With it, tokens of users who were blocked or signed out meanwhile are rejected too. */
  credentialsFile: z.string().min(1).optional(),
  /** host:port of Firebase's own emulator; its tokens bear no signature. */
  emulatorHost: z.string().min(1).optional(),
})
export type Options = z.infer<typeof optionsSchema>
