/** Why there was no answer. `fetch` says only "fetch failed"; the reason is in the cause. */
export function whyNoAnswer(error: unknown): string {
  if (!(error instanceof Error)) return "no answer"
  const { cause } = error
  if ([error, cause].some((each) => each instanceof Error && each.name === "TimeoutError"))
    return "it took too long"
  const reason = cause instanceof Error ? cause : error
  // After attempts at several addresses of a host the message is empty.
  const code = "code" in reason && typeof reason.code === "string" ? reason.code : ""
  return `no answer (${reason.message === "" ? code : reason.message})`
}
