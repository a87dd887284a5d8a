/**
 * A failure that the developer can fix: one plain sentence with the remedy, shown without a stack.
 * Any other error is a bug and is shown with its stack.
 */
export class UserError extends Error {
  override readonly name = "UserError"

  /** @param detail lines shown below the sentence, such as the end of a log */
  constructor(
    sentence: string,
    readonly detail: readonly string[] = [],
  ) {
    super(sentence)
  }
}

/** What the developer reads of a failure: its lines, and the stack of a bug. */
export function linesOf(thrown: unknown): string[] {
  if (thrown instanceof UserError) return [thrown.message, ...thrown.detail]
  return [(thrown instanceof Error ? thrown.stack : undefined) ?? String(thrown)]
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
