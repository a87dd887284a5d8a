import type { Child, ChildExit } from "../process/child.js"
import { tailOf } from "../process/log.js"

interface Running {
  name: string
  stop(): Promise<void>
}

/** What runs, in the order it was started; it is stopped the other way round. */
export class Stack {
  private readonly running: Running[] = []
  private stopping: Promise<void> | undefined
  private fail: (why: { sentence: string; detail: string[] }) => void = () => undefined

  /** Resolves when one of them ends without being asked. */
  readonly failed = new Promise<{ sentence: string; detail: string[] }>((resolve) => {
    this.fail = resolve
  })

  addChild(child: Child): void {
    this.add({ name: child.name, stop: () => child.stop() })
    void child.exited.then((exit) => this.ended(child, exit))
  }

  /** @param died resolves with why when it goes away without being asked */
  add(running: Running, died?: Promise<string>): void {
    this.running.push(running)
    void died?.then((sentence) => {
      if (this.stopping === undefined) this.fail({ sentence, detail: [] })
    })
  }

  stopAll(): Promise<void> {
    this.stopping ??= this.stopInOrder()
    return this.stopping
  }

  private async stopInOrder(): Promise<void> {
    for (let last = this.running.pop(); last !== undefined; last = this.running.pop()) await last.stop()
  }

  private ended(child: Child, { code, signal }: ChildExit): void {
    if (this.stopping !== undefined) return
    const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`
    this.fail({
      sentence: `${child.name} ${how}; its log is ${child.logFile}`,
      detail: tailOf(child.logFile),
    })
  }
}
