/** The process died here: nothing that follows happens, and nobody hears of it. */
export class Crash extends Error {
  constructor(where: string) {
    super(`The process died at ${where}`)
    this.name = "Crash"
  }
}
