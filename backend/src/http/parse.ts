import type * as z from "zod/v4/core"
import { safeParse } from "zod/v4/core"
import { Problem } from "./problem"

/**
 * What came from outside, as the contract describes it.
 * @throws Problem 400 `invalid` with a sentence for every field that is wrong.
 */
export function parse<Schema extends z.$ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = safeParse(schema, value)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.flatMap(fieldErrors)
  throw new Problem(400, "invalid", errors.map((error) => error.message).join(" "), { errors })
}

function fieldErrors(issue: z.$ZodIssue): { field: string; message: string }[] {
  const path = issue.path.map(String).join(".")
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: [path, key].filter(Boolean).join("."),
      message: `'${key}' is not a field of this call.`,
    }))
  }
  const isGeneric = issue.message.startsWith("Invalid input")
  return [
    {
      field: path,
      message: isGeneric
        ? `${path === "" ? "The body" : `'${path}'`} is missing or not of the right kind.`
        : issue.message,
    },
  ]
}
