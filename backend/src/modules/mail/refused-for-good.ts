/** The notification module keeps only an error's sentence, so that is where the provider says this. */
const MARK = "refused for good"

/** The sentence of a failure that another attempt cannot mend: the other side said no, not "not now". */
export function refusedForGood(reply: string): string {
  return `${MARK}: ${reply}`
}

/** Whether a failed notification was refused for good. */
export function isRefusedForGood(error: unknown): error is Error {
  return error instanceof Error && error.message.includes(MARK)
}
