import { z } from "zod"

const previewsSchema = z
  .array(
    z.object({
      template: z.string(),
      situation: z.string(),
      mail: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
    }),
  )
  .min(1)
export type Preview = z.infer<typeof previewsSchema>[number]

const registrySchema = z.object({
  mailPreviews: z.custom<() => unknown>((value) => typeof value === "function"),
})

/** The shop renders its mails itself, with its own sample data. */
const REGISTRY = new URL("../../../backend/src/mail/registry.ts", import.meta.url).href

/** Every mail of the shop in every situation that changes its text. */
export async function readPreviews(): Promise<Preview[]> {
  const registry: unknown = await import(REGISTRY)
  return previewsSchema.parse(registrySchema.parse(registry).mailPreviews())
}
