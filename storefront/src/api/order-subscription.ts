import { type Order, orderSchema } from "@shop/contracts"

interface SubscriptionOptions {
  orderId: string
  /** The stream told how the order stands. */
  onOrder: (order: Order) => void
  /** Asks the shop how the order stands. */
  poll: () => void
}

/**
 * Follows an order whose present standing is known: one stream while the page is seen, polls where no stream can be
 * had. A phone that slept or lost its network polls at once when it is back.
 * @returns how to stop
 */
export function subscribeToOrder({ orderId, onOrder, poll }: SubscriptionOptions): () => void {
  let state = PAUSED
  let stream: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOffline = false

  function dispatch(what: SubscriptionEvent): void {
    const { next, effects } = transition(state, what)
    state = next
    clearTimeout(timer)
    for (const effect of effects) EFFECTS[effect]()
    if (next.timeoutMs !== null) timer = setTimeout(dispatch, next.timeoutMs, "timeout")
  }

  const EFFECTS: Record<Effect, () => void> = {
    open: () => {
      stream = new EventSource(`/api/orders/${encodeURIComponent(orderId)}/events`)
      stream.addEventListener("order", onMessage)
      stream.addEventListener("error", onStreamError)
    },
    close: () => {
      stream?.removeEventListener("order", onMessage)
      stream?.removeEventListener("error", onStreamError)
      stream?.close()
      stream = null
    },
    poll,
  }

  function onMessage({ data }: MessageEvent<unknown>): void {
    const order = parseOrder(data)
    dispatch(order ? "message" : "unusable")
    if (order) onOrder(order)
  }

  // A browser opens a broken stream again by itself; one that was answered with an error it leaves closed.
  const onStreamError = () => dispatch(stream?.readyState === EventSource.CLOSED ? "unusable" : "error")

  const onVisibilityChange = () =>
    dispatch(document.visibilityState === "hidden" || isOffline ? "pause" : "resume")
  const goOffline = () => {
    isOffline = true
    onVisibilityChange()
  }
  const goOnline = () => {
    isOffline = false
    onVisibilityChange()
  }

  document.addEventListener("visibilitychange", onVisibilityChange)
  window.addEventListener("offline", goOffline)
  window.addEventListener("online", goOnline)
  dispatch(document.visibilityState === "hidden" ? "pause" : "start")

  return () => {
    document.removeEventListener("visibilitychange", onVisibilityChange)
    window.removeEventListener("offline", goOffline)
    window.removeEventListener("online", goOnline)
    dispatch("pause")
  }
}

function parseOrder(data: unknown): Order | null {
  try {
    return orderSchema.parse(JSON.parse(String(data)))
  } catch {
    return null // Cut short, or from a shop of another version: the next look says so where it matters.
  }
}

/**
 * How an open payment is followed: by a stream while it holds, by looking again and again where it does not.
 * A pure state machine; `api/follow-order.ts` carries out what it says.
 */
export interface OrderSubscription {
  readonly mode: "paused" | "streaming" | "polling"
  /** The stream has spoken since it was opened or last broke. */
  readonly hasMessage: boolean
  /** Breaks since the last calm minute. */
  readonly failures: number
  /** Looks since the stream was given up. */
  readonly polls: number
  /** Times the stream was given up since the last calm minute. */
  readonly fallbacks: number
  /** After so long without any other signal comes `overdue`; null: never. */
  readonly timeoutMs: number | null
}

export type SubscriptionEvent =
  /** What is known is fresh: follow from here. */
  | "start"
  /** The page is seen again, or the network is back: nobody knows what was missed. */
  | "resume"
  /** The page is hidden, or the network is gone. */
  | "pause"
  /** The stream told how the order stands. */
  | "message"
  /** The stream broke and the browser is opening it again. */
  | "error"
  /** The stream cannot be had, or speaks no sense. */
  | "unusable"
  | "timeout"

export type Effect = "open" | "close" | "poll"

/** A stream that is silent for longer than this after opening is held back somewhere on its way. */
const FIRST_MESSAGE_TIMEOUT_MS = 8000
/** Heartbeats are comments, which a page cannot hear; a new stream after a silence proves that the line still stands. */
const SILENCE_TIMEOUT_MS = 60_000
const MAX_FAILURES = 3
const FIRST_POLL_DELAY_MS = 2500
const MAX_POLL_DELAY_MS = 10_000
const POLL_DELAY_GROWTH = 1.5
/** About a minute of looking; each time the stream disappoints again, so many more, up to four times as many. */
const POLLS_BEFORE_STREAM = 8
const MAX_FALLBACKS = 4

export const PAUSED: OrderSubscription = {
  mode: "paused",
  hasMessage: false,
  failures: 0,
  polls: 0,
  fallbacks: 0,
  timeoutMs: null,
}

interface Transition {
  readonly next: OrderSubscription
  readonly effects: readonly Effect[]
}

/** What becomes of the following after a signal, and what is to be done about it. */
export function transition(now: OrderSubscription, signal: SubscriptionEvent): Transition {
  if (signal === "start") return { next: openStream(PAUSED), effects: ["open"] }
  if (signal === "resume") return { next: openStream(PAUSED), effects: ["close", "poll", "open"] }
  if (signal === "pause") return { next: PAUSED, effects: ["close"] }
  if (now.mode === "paused") return { next: now, effects: [] }
  return now.mode === "streaming" ? whileStreaming(now, signal) : whilePolling(now, signal)
}

function whileStreaming(
  now: OrderSubscription,
  signal: "message" | "error" | "unusable" | "timeout",
): Transition {
  switch (signal) {
    case "message":
      return { next: { ...now, hasMessage: true, timeoutMs: SILENCE_TIMEOUT_MS }, effects: [] }
    case "error": {
      const failures = now.failures + 1
      return failures >= MAX_FAILURES
        ? fallBackToPolling(now)
        : { next: openStream({ ...now, failures }), effects: [] }
    }
    case "unusable":
      return fallBackToPolling(now)
    case "timeout":
      return now.hasMessage
        ? { next: openStream(PAUSED), effects: ["close", "open"] }
        : fallBackToPolling(now)
  }
}

function whilePolling(
  now: OrderSubscription,
  signal: "message" | "error" | "unusable" | "timeout",
): Transition {
  if (signal !== "timeout") return { next: now, effects: [] }
  if (now.polls >= POLLS_BEFORE_STREAM * now.fallbacks)
    return { next: openStream({ ...now, failures: 0 }), effects: ["open"] }
  const polls = now.polls + 1
  return { next: { ...now, polls, timeoutMs: pollDelayMs(polls) }, effects: ["poll"] }
}

function openStream(now: OrderSubscription): OrderSubscription {
  return { ...now, mode: "streaming", hasMessage: false, polls: 0, timeoutMs: FIRST_MESSAGE_TIMEOUT_MS }
}

function fallBackToPolling(now: OrderSubscription): Transition {
  const fallbacks = Math.min(now.fallbacks + 1, MAX_FALLBACKS)
  return {
    next: { ...PAUSED, mode: "polling", fallbacks, timeoutMs: pollDelayMs(0) },
    effects: ["close", "poll"],
  }
}

function pollDelayMs(polls: number): number {
  return Math.min(FIRST_POLL_DELAY_MS * POLL_DELAY_GROWTH ** polls, MAX_POLL_DELAY_MS)
}
