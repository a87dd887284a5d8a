/** Counts the buyers' steps. Faults are scheduled by steps, so they hit the same work on fast and slow machines. */
export class Progress {
  private steps = 0
  private isOver = false
  private waiting: { steps: number; go: () => void }[] = []

  step(): void {
    this.steps += 1
    this.wake()
  }

  /** There are no more steps: everything that waits for one continues. */
  end(): void {
    this.isOver = true
    this.wake()
  }

  reached(steps: number): Promise<void> {
    return new Promise((go) => {
      this.waiting.push({ steps, go })
      this.wake()
    })
  }

  private wake(): void {
    const isDue = ({ steps }: { steps: number }) => this.isOver || steps <= this.steps
    const due = this.waiting.filter(isDue)
    this.waiting = this.waiting.filter((one) => !isDue(one))
    for (const { go } of due) go()
  }
}
