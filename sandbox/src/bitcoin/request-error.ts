/** What was asked for cannot be done; the message is a sentence for whoever asked. */
export class RequestError extends Error {
  constructor(
    sentence: string,
    readonly status: 400 | 404 | 409 = 409,
  ) {
    super(sentence)
  }
}
