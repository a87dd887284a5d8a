import { setImmediate, setTimeout as pause } from "node:timers/promises"

/** After a read comes a pause of three times its length: a key is read at most a quarter of the time, however many ask. */
const PAUSE_SHARE = 3
const LONGEST_PAUSE_MS = 250

interface Turn<Value> {
  /** The read that callers join: it has not begun. */
  next: Promise<Value> | null
  /** The end of the read that runs, and of the pause after it. */
  isFree: Promise<void>
}

/** A read begins after all its callers have called, so no value is older than the call: callers during a read wait. */
export function shareReads<Value>(): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const turns = new Map<string, Turn<Value>>()

  async function begin(key: string, turn: Turn<Value>, read: () => Promise<Value>): Promise<Value> {
    await turn.isFree
    // All who follow an order call in the same turn of the event loop.
    await setImmediate()
    turn.next = null
    const started = performance.now()
    const reading = read()
    turn.isFree = reading
      .then(noop, noop)
      .then(() => pause(Math.min(LONGEST_PAUSE_MS, PAUSE_SHARE * (performance.now() - started))))
      .then(() => {
        if (turn.next === null) turns.delete(key)
      })
    return reading
  }

  return (key, read) => {
    const turn = turns.get(key) ?? { next: null, isFree: Promise.resolve() }
    turns.set(key, turn)
    turn.next ??= begin(key, turn, read)
    return turn.next
  }
}

const noop = () => undefined
