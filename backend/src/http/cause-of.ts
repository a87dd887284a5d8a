/** What was thrown, as an error with a message: Medusa's workflows hand errors on as plain objects. */
export function causeOf(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const isErrorLike = typeof thrown === "object" && thrown !== null && "message" in thrown
  return new Error(isErrorLike ? String(thrown.message) : String(thrown), { cause: thrown })
}
