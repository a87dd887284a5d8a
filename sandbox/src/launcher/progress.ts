/** Tells the reader what is being done and how long it took. */
export interface Progress {
  step<T>(label: string, work: () => Promise<T>): Promise<T>
  note(text: string): void
}

export const silent: Progress = { step: (_, work) => work(), note: () => undefined }

const seconds = (since: number) => (Date.now() - since) / 1000
const shown = (taken: number) => (taken < 10 ? taken.toFixed(1) : String(Math.round(taken)))

/** On a terminal the running steps tick below the finished ones; elsewhere each is a line when it starts and ends. */
export function progressOn(out: NodeJS.WriteStream): Progress & { end(): void } {
  return out.isTTY ? ticking(out) : lines(out)
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
        out.write(`  ✔ ${label} (${shown(seconds(since))} s)\n`)
        return result
      } catch (error) {
        out.write(`  ✘ ${label} (${shown(seconds(since))} s)\n`)
        throw error
      } finally {
        clearInterval(reminder)
      }
    },
    note: (text) => void out.write(`  ${text}\n`),
    end: () => undefined,
  }
}

function ticking(out: NodeJS.WriteStream): Progress & { end(): void } {
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
  const say = (line: string) => {
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
        say(`  ${colour(32, "✔")} ${label} ${colour(2, `${shown(seconds(since))} s`)}`)
        return result
      } catch (error) {
        running.delete(key)
        say(`  ${colour(31, "✘")} ${label} ${colour(2, `${shown(seconds(since))} s`)}`)
        throw error
      }
    },
    note: (text) => say(`  ${text}`),
    end() {
      clearInterval(timer)
      clear()
    },
  }
}
