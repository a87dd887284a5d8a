/** The process died here. Nothing that would have followed happens. */
export class Crash extends Error {
  constructor(where: string) {
    super(`The process died at ${where}`)
    this.name = "Crash"
  }
}
