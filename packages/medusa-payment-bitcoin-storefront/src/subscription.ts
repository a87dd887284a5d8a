import { hasStreamSlots, takeStreamSlot } from "./stream-slots.js"

/** A stream of server-sent events while it works, otherwise polling. `transition` is pure; `subscribe` has its effects. */
export interface Subscription {
  readonly mode: "paused" | "streaming" | "polling"
  /** The stream has sent a message since it was opened or last interrupted. */
  readonly hasMessage: boolean
  /** Interruptions since the last minute without one. */
  readonly failures: number
  /** Polls since the stream was given up. */
  readonly polls: number
  /** How often the stream was given up since the last minute without an interruption. */
  readonly fallbacks: number
  /** `timeout` follows after this time without another event; null: never. */
  readonly timeoutMs: number | null
}

export type SubscriptionEvent =
  | "start"
  /** The page is visible or online again, and may have missed messages. */
  | "resume"
  | "pause"
  | "message"
  /** The stream was interrupted and the browser is opening it again. */
  | "error"
  /** The stream was refused, other tabs have all places for one, or its message cannot be read. */
  | "unusable"
  | "timeout"

export type Effect = "open" | "close" | "poll"

/** Something on the way buffers a stream that sends nothing for this long after opening. */
const FIRST_MESSAGE_TIMEOUT_MS = 8000
/** Heartbeats are comments, which a page cannot see. After this silence a new stream proves that the connection works. */
const SILENCE_TIMEOUT_MS = 60_000
const MAX_FAILURES = 3
const FIRST_POLL_DELAY_MS = 2500
const MAX_POLL_DELAY_MS = 10_000
const POLL_DELAY_GROWTH = 1.5
/** About a minute of polling before the stream is tried again; after each further fallback longer, up to four times. */
const POLLS_BEFORE_STREAM = 8
const MAX_FALLBACKS = 4

export const PAUSED: Subscription = {
  mode: "paused",
  hasMessage: false,
  failures: 0,
  polls: 0,
  fallbacks: 0,
  timeoutMs: null,
}

interface Transition {
  readonly next: Subscription
  readonly effects: readonly Effect[]
}

export function transition(now: Subscription, event: SubscriptionEvent): Transition {
  if (event === "start") return { next: streaming(PAUSED), effects: ["open"] }
  if (event === "resume") return { next: streaming(PAUSED), effects: ["close", "poll", "open"] }
  if (event === "pause") return { next: PAUSED, effects: ["close"] }
  if (now.mode === "paused") return { next: now, effects: [] }
  return now.mode === "streaming" ? whileStreaming(now, event) : whilePolling(now, event)
}

type ConnectionEvent = Exclude<SubscriptionEvent, "start" | "resume" | "pause">

function whileStreaming(now: Subscription, event: ConnectionEvent): Transition {
  switch (event) {
    case "message":
      return { next: { ...now, hasMessage: true, timeoutMs: SILENCE_TIMEOUT_MS }, effects: [] }
    case "error": {
      const failures = now.failures + 1
      return failures >= MAX_FAILURES
        ? fallBackToPolling(now)
        : { next: streaming({ ...now, failures }), effects: [] }
    }
    case "unusable":
      return fallBackToPolling(now)
    case "timeout":
      return now.hasMessage ? { next: streaming(PAUSED), effects: ["close", "open"] } : fallBackToPolling(now)
  }
}

function whilePolling(now: Subscription, event: ConnectionEvent): Transition {
  if (event !== "timeout") return { next: now, effects: [] }
  if (now.polls >= POLLS_BEFORE_STREAM * now.fallbacks)
    return { next: streaming({ ...now, failures: 0 }), effects: ["open"] }
  const polls = now.polls + 1
  return { next: { ...now, polls, timeoutMs: pollDelayMs(polls) }, effects: ["poll"] }
}

function streaming(now: Subscription): Subscription {
  return { ...now, mode: "streaming", hasMessage: false, polls: 0, timeoutMs: FIRST_MESSAGE_TIMEOUT_MS }
}

function fallBackToPolling(now: Subscription): Transition {
  const fallbacks = Math.min(now.fallbacks + 1, MAX_FALLBACKS)
  return {
    next: { ...PAUSED, mode: "polling", fallbacks, timeoutMs: pollDelayMs(0) },
    effects: ["close", "poll"],
  }
}

function pollDelayMs(polls: number): number {
  return Math.min(FIRST_POLL_DELAY_MS * POLL_DELAY_GROWTH ** polls, MAX_POLL_DELAY_MS)
}

interface SubscriptionOptions<Value> {
  /** Of a stream of server-sent events. Its first message is the current value. */
  url: string
  /** The name of its messages. */
  event: string
  /** @throws when the message cannot be read: polling takes over */
  parse: (message: unknown) => Value
  onValue: (value: Value) => void
  poll: () => void
}

/**
 * One stream while the page is visible; polls when there is none, as in a fourth window, and as soon as a phone is back.
 * @returns a function that unsubscribes
 */
export function subscribe<Value>({
  url,
  event,
  parse,
  onValue,
  poll,
}: SubscriptionOptions<Value>): () => void {
  let state = PAUSED
  let stream: EventSource | null = null
  let freeSlot: (() => void) | null = null
  let openings = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOffline = false

  function dispatch(happened: SubscriptionEvent): void {
    const { next, effects } = transition(state, happened)
    state = next
    clearTimeout(timer)
    for (const effect of effects) EFFECTS[effect]()
    if (next.timeoutMs !== null) timer = setTimeout(dispatch, next.timeoutMs, "timeout")
  }

  const EFFECTS: Record<Effect, () => void> = {
    open: () => {
      if (!hasStreamSlots()) return openStream()
      const opening = ++openings
      void takeStreamSlot().then((free) => {
        if (opening !== openings) return free?.()
        freeSlot = free
        if (free) openStream()
        else dispatch("unusable")
      })
    },
    close: () => {
      openings += 1
      freeSlot?.()
      freeSlot = null
      stream?.removeEventListener(event, onMessage)
      stream?.removeEventListener("error", onStreamError)
      stream?.close()
      stream = null
    },
    poll,
  }

  function openStream(): void {
    stream = new EventSource(url)
    stream.addEventListener(event, onMessage)
    stream.addEventListener("error", onStreamError)
  }

  function onMessage({ data }: MessageEvent<unknown>): void {
    let value: Value
    try {
      value = parse(JSON.parse(String(data)))
    } catch {
      return dispatch("unusable") // Incomplete, or of another version. The next poll reports it if it matters.
    }
    dispatch("message")
    onValue(value)
  }

  // The browser reopens an interrupted stream. It closes one that was answered with an error.
  const onStreamError = () => dispatch(stream?.readyState === EventSource.CLOSED ? "unusable" : "error")

  const onVisibilityChange = () =>
    dispatch(document.visibilityState === "hidden" || isOffline ? "pause" : "resume")
  const onConnection = ({ type }: Event) => {
    isOffline = type === "offline"
    onVisibilityChange()
  }

  const following = new AbortController()
  const { signal } = following
  document.addEventListener("visibilitychange", onVisibilityChange, { signal })
  window.addEventListener("offline", onConnection, { signal })
  window.addEventListener("online", onConnection, { signal })
  dispatch(document.visibilityState === "hidden" ? "pause" : "start")

  return () => {
    following.abort()
    dispatch("pause")
  }
}
