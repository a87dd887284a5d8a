/** Why `fetch` got no answer. Node says only "fetch failed"; the reason is in the cause. */
export function whyNoAnswer(error: unknown): string {
  if (!(error instanceof Error)) return "no answer"
  if (error.name === "TimeoutError") return "it took too long"
  const { cause } = error
  if (!(cause instanceof Error)) return `no answer (${error.message})`
  // After attempts at several addresses of a host the message is empty.
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : ""
  return `no answer (${cause.message === "" ? code : cause.message})`
}
