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

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
