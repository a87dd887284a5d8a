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

const frontDoor = z.object({
  mailPreviews: z.custom<() => unknown>((value) => typeof value === "function"),
})

/** Where the shop's own templates draw themselves with samples: nothing of the mails is known here. */
const FRONT_DOOR = new URL("../../../backend/src/modules/mail/previews.ts", import.meta.url).href

/** Every mail of the shop in every situation that changes its words. */
export async function readPreviews(): Promise<Preview[]> {
  const door: unknown = await import(FRONT_DOOR)
  return previewsSchema.parse(frontDoor.parse(door).mailPreviews())
}
