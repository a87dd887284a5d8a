/** Runs what it is given one after the other: a payment, a block and a reorganisation never overlap. */
export class Queue {
  private last: Promise<unknown> = Promise.resolve()

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work, work)
    this.last = result.catch(() => undefined)
    return result
  }
}
