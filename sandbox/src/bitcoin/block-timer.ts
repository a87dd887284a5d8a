/** A new block every so many seconds; 0: none by itself. */
export class BlockTimer {
  seconds = 0
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly mine: () => Promise<unknown>) {}

  every(seconds: number): void {
    clearInterval(this.timer)
    this.timer = undefined
    this.seconds = seconds
    if (seconds === 0) return
    this.timer = setInterval(() => {
      this.mine().catch((error: unknown) => console.error(error))
    }, seconds * 1000)
  }
}
