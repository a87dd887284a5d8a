import { z } from "@medusajs/framework/zod"

export const optionsSchema = z.object({
  /** Without a project, signing in is off. */
  projectId: z.string().min(1).optional(),
  /** A service account's. With it, tokens of users who were blocked or signed out meanwhile are rejected, too. */
  credentialsFile: z.string().min(1).optional(),
  /** host:port; the emulator's tokens bear no signature. */
  emulatorHost: z.string().min(1).optional(),
})
export type Options = z.infer<typeof optionsSchema>
