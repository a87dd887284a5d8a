/**
 * A failure that the developer can do something about: one plain sentence and the way out.
 * Everything else that is thrown is a bug and is shown with its stack.
 */
export class Explained extends Error {
  override readonly name = "Explained"

  /** @param detail further lines, such as the tail of a log, shown below the sentence */
  constructor(
    sentence: string,
    readonly detail: readonly string[] = [],
  ) {
    super(sentence)
  }
}

/** What a thrown value says, without its stack. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
