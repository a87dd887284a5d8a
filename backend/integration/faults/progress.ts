/** How far the buyers have come, together; what goes wrong is tied to it and so hits the same work on any machine. */
export class Progress {
  private steps = 0
  private isOver = false
  private waiting: { steps: number; go: () => void }[] = []

  step(): void {
    this.steps += 1
    this.wake()
  }

  /** Nobody makes another step: whoever waits for one goes on. */
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
