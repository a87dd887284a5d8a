const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/**
 * Calls `first` at the first request to end and `again` at every later one. Started by npm, it also counts when npm
 * dies: nobody could reach this process by its window any more.
 */
export function onEnd(first: () => void, again: () => void): void {
  let asked = false
  const ask = () => {
    if (asked) return again()
    asked = true
    first()
  }
  for (const signal of SIGNALS) process.on(signal, ask)
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    ask()
  }, 1000)
  watch.unref()
}
