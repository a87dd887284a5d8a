/** Reports steps and their duration to the developer. */
export interface Progress {
  step<T>(label: string, work: () => Promise<T>): Promise<T>
  note(text: string): void
}

export const silent: Progress = { step: (_, work) => work(), note: () => undefined }

const seconds = (since: number) => (Date.now() - since) / 1000
const format = (taken: number) => (taken < 10 ? taken.toFixed(1) : String(Math.round(taken)))

/** A terminal shows the running steps with a timer. Other outputs get a line at the start and the end of each step. */
export function progressOn(out: NodeJS.WriteStream): Progress & { end(): void } {
  return out.isTTY ? animated(out) : lines(out)
}

function lines(out: NodeJS.WriteStream): Progress & { end(): void } {
  return {
    async step(label, work) {
      const since = Date.now()
      out.write(`  … ${label}\n`)
      const reminder = setInterval(
        () => out.write(`  … ${label}: ${Math.round(seconds(since))} s so far\n`),
        20_000,
      )
      try {
        const result = await work()
        out.write(`  ✔ ${label} (${format(seconds(since))} s)\n`)
        return result
      } catch (error) {
        out.write(`  ✘ ${label} (${format(seconds(since))} s)\n`)
        throw error
      } finally {
        clearInterval(reminder)
      }
    },
    note: (text) => void out.write(`  ${text}\n`),
    end: () => undefined,
  }
}

function animated(out: NodeJS.WriteStream): Progress & { end(): void } {
  const colour = (code: number, text: string) => (out.hasColors() ? `\x1b[${code}m${text}\x1b[0m` : text)
  const running = new Map<symbol, { label: string; since: number }>()
  let drawn = 0
  const clear = () => {
    if (drawn > 0) out.write(`\x1b[${drawn}A\x1b[0J`)
    drawn = 0
  }
  const draw = () => {
    clear()
    for (const { label, since } of running.values()) {
      const line = `  … ${label}  ${Math.floor(seconds(since))} s`
      out.write(`${colour(2, line.slice(0, Math.max(out.columns, 40) - 1))}\n`)
      drawn += 1
    }
  }
  const print = (line: string) => {
    clear()
    out.write(`${line}\n`)
    draw()
  }
  const timer = setInterval(draw, 500)
  timer.unref()
  return {
    async step(label, work) {
      const key = Symbol(label)
      const since = Date.now()
      running.set(key, { label, since })
      draw()
      try {
        const result = await work()
        running.delete(key)
        print(`  ${colour(32, "✔")} ${label} ${colour(2, `${format(seconds(since))} s`)}`)
        return result
      } catch (error) {
        running.delete(key)
        print(`  ${colour(31, "✘")} ${label} ${colour(2, `${format(seconds(since))} s`)}`)
        throw error
      }
    },
    note: (text) => print(`  ${text}`),
    end() {
      clearInterval(timer)
      clear()
    },
  }
}
