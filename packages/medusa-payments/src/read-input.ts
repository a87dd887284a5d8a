import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { unknownOptions } from "./unknown-options"

/** What an application says in `plugins` of `medusa-config.ts`. @throws MedusaError that names every option that is wrong */
export function readPluginOptions<Schema extends z.ZodType>(
  plugin: string,
  schema: Schema,
  options: unknown,
): z.output<Schema> {
  const read = schema.safeParse(withoutConnection(options), { error: unknownOptions })
  if (read.success) return read.data
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `The options of ${plugin} are wrong.\n${z.prettifyError(read.error)}`,
  )
}

/** Medusa adds its connection to the options of each module. */
function withoutConnection(options: unknown): unknown {
  if (typeof options !== "object" || options === null) return options ?? {}
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== "database"))
}

/** A request's body. @throws MedusaError `invalid_body` that says what is wrong with each field */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const sentences = read.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  )
  throw new MedusaError(MedusaError.Types.INVALID_DATA, sentences.join("; "), "invalid_body")
}
