import { z } from "@medusajs/framework/zod"

export const optionsSchema = z.object({
  /** The Firebase project whose tokens are taken; without one nobody can sign in. */
  projectId: z.string().min(1).optional(),
  /** A service account's key file. With it a token of somebody who was blocked or signed out meanwhile is refused too. */
  credentialsFile: z.string().min(1).optional(),
  /** host:port of Firebase's own emulator; its tokens bear no signature. */
  emulatorHost: z.string().min(1).optional(),
})
export type Options = z.infer<typeof optionsSchema>
