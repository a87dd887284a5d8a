import * as z from "zod/mini"

const connectionSchema = z.object({
  saveData: z.optional(z.boolean()),
  effectiveType: z.optional(z.string()),
  type: z.optional(z.string()),
})

/** How much may be fetched before it is asked for: all that is pointed at, only what is being pressed. */
export type ConnectionQuality = "hover" | "press"

/**
 * Reads the browser's word on its line; one that says nothing has a good line. A line that is slow, paid for by the
 * megabyte or spared by its owner carries nothing that may not be wanted.
 */
export function connectionQuality(connection: unknown): ConnectionQuality {
  const line = connectionSchema.safeParse(connection)
  if (!line.success) return "hover"
  const { saveData = false, effectiveType = "4g", type = "unknown" } = line.data
  return saveData || effectiveType !== "4g" || type === "cellular" ? "press" : "hover"
}
