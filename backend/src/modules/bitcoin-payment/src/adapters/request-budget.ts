/** How many requests may be sent at once after a pause: the budget of this many minutes. */
const BURST_MINUTES = 0.25

export class RequestBudget {
  private tokens: number
  private filledAt: number

  constructor(
    private readonly perMinute: number,
    private readonly clock: () => number,
  ) {
    this.tokens = this.capacity
    this.filledAt = clock()
  }

  /** How many requests fit in now. A checkout does not wait for the budget, so it can be below 0. */
  available(): number {
    if (this.perMinute === Infinity) return Infinity
    const now = this.clock()
    const gained = (Math.max(0, now - this.filledAt) / 60_000) * this.perMinute
    this.tokens = Math.min(this.capacity, this.tokens + gained)
    this.filledAt = now
    return Math.floor(this.tokens)
  }

  spend(): void {
    this.available()
    this.tokens -= 1
  }

  private get capacity(): number {
    return Math.max(1, this.perMinute * BURST_MINUTES)
  }
}
