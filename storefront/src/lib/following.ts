/**
 * How an open payment is followed: by a stream while it holds, by looking again and again where it does not.
 * A pure state machine; `api/follow-order.ts` carries out what it says.
 */
export interface Following {
  readonly mode: "asleep" | "streaming" | "polling"
  /** The stream has spoken since it was opened or last broke. */
  readonly isHeard: boolean
  /** Breaks since the last calm minute. */
  readonly breaks: number
  /** Looks since the stream was given up. */
  readonly looks: number
  /** Times the stream was given up since the last calm minute. */
  readonly surrenders: number
  /** After so long without any other signal comes `overdue`; null: never. */
  readonly waitMs: number | null
}

export type Signal =
  /** What is known is fresh: follow from here. */
  | "start"
  /** The page is seen again, or the network is back: nobody knows what was missed. */
  | "wake"
  /** The page is hidden, or the network is gone. */
  | "sleep"
  /** The stream told how the order stands. */
  | "word"
  /** The stream broke and the browser is opening it again. */
  | "broke"
  /** The stream cannot be had, or speaks no sense. */
  | "refused"
  | "overdue"

export type Act = "open" | "close" | "look"

/** A stream that is silent for longer than this after opening is held back somewhere on its way. */
const FIRST_WORD_MS = 8000
/** Heartbeats are comments, which a page cannot hear; a new stream after a silence proves that the line still stands. */
const SILENCE_MS = 60_000
const MOST_BREAKS = 3
const FIRST_LOOK_MS = 2500
const LONGEST_LOOK_MS = 10_000
const LOOK_GROWTH = 1.5
/** About a minute of looking; each time the stream disappoints again, so many more, up to four times as many. */
const LOOKS_BEFORE_STREAM = 8
const MOST_SURRENDERS = 4

export const ASLEEP: Following = {
  mode: "asleep",
  isHeard: false,
  breaks: 0,
  looks: 0,
  surrenders: 0,
  waitMs: null,
}

interface Step {
  readonly next: Following
  readonly acts: readonly Act[]
}

/** What becomes of the following after a signal, and what is to be done about it. */
export function step(now: Following, signal: Signal): Step {
  if (signal === "start") return { next: listening(ASLEEP), acts: ["open"] }
  if (signal === "wake") return { next: listening(ASLEEP), acts: ["close", "look", "open"] }
  if (signal === "sleep") return { next: ASLEEP, acts: ["close"] }
  if (now.mode === "asleep") return { next: now, acts: [] }
  return now.mode === "streaming" ? whileStreaming(now, signal) : whilePolling(now, signal)
}

function whileStreaming(now: Following, signal: "word" | "broke" | "refused" | "overdue"): Step {
  switch (signal) {
    case "word":
      return { next: { ...now, isHeard: true, waitMs: SILENCE_MS }, acts: [] }
    case "broke": {
      const breaks = now.breaks + 1
      return breaks >= MOST_BREAKS ? surrender(now) : { next: listening({ ...now, breaks }), acts: [] }
    }
    case "refused":
      return surrender(now)
    case "overdue":
      return now.isHeard ? { next: listening(ASLEEP), acts: ["close", "open"] } : surrender(now)
  }
}

function whilePolling(now: Following, signal: "word" | "broke" | "refused" | "overdue"): Step {
  if (signal !== "overdue") return { next: now, acts: [] }
  if (now.looks >= LOOKS_BEFORE_STREAM * now.surrenders)
    return { next: listening({ ...now, breaks: 0 }), acts: ["open"] }
  const looks = now.looks + 1
  return { next: { ...now, looks, waitMs: untilLook(looks) }, acts: ["look"] }
}

function listening(now: Following): Following {
  return { ...now, mode: "streaming", isHeard: false, looks: 0, waitMs: FIRST_WORD_MS }
}

function surrender(now: Following): Step {
  const surrenders = Math.min(now.surrenders + 1, MOST_SURRENDERS)
  return {
    next: { ...ASLEEP, mode: "polling", surrenders, waitMs: untilLook(0) },
    acts: ["close", "look"],
  }
}

function untilLook(looks: number): number {
  return Math.min(FIRST_LOOK_MS * LOOK_GROWTH ** looks, LONGEST_LOOK_MS)
}
