import { counted } from "@shop/contracts"
import { useEffect, useState } from "react"
import { serverNow } from "../../api/server-clock"
import { Icon } from "../../ui/icon"

interface TimeLeftProps {
  label: string
  /** Null before hydration. */
  seconds: number | null
}

/** Shown every second, in minutes for a screen reader, and announced a few times near the end. */
export function TimeLeft({ label, seconds }: TimeLeftProps) {
  if (seconds === null) return <p className="time-left">&nbsp;</p>
  return (
    <>
      <p className="time-left">
        <Icon name="clock" />
        <span aria-hidden="true">
          {label} <strong>{formatClock(seconds)}</strong>
        </span>
        <span className="visually-hidden">
          {label} {describeMinutes(seconds)}
        </span>
      </p>
      <p className="visually-hidden" role="status">
        {announceTimeLeft(seconds)}
      </p>
    </>
  )
}

interface Countdown {
  seconds: number
  /** The tab is in the background: only its title is seen. */
  isHidden: boolean
}

/** Until an ISO time, by the shop's clock. Null before hydration. */
export function useCountdown(until: string): Countdown | null {
  const [countdown, setCountdown] = useState<Countdown | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      clearTimeout(timer)
      const now = serverNow()
      const isHidden = document.hidden
      setCountdown({ seconds: secondsUntil(until, now), isHidden })
      const left = Date.parse(until) - now
      if (left > 0) timer = setTimeout(tick, untilNextTick(left, isHidden))
    }
    tick()
    document.addEventListener("visibilitychange", tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", tick)
    }
  }, [until])
  return countdown
}

/** Milliseconds until the time left is a whole second; in a hidden tab, a whole minute. */
export function untilNextTick(leftMs: number, isHidden: boolean): number {
  const step = isHidden ? 60_000 : 1000
  return leftMs % step || step
}

/** Whole seconds from `now` (ms) until an ISO time; 0 once it has passed. */
export function secondsUntil(isoTime: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(isoTime) - now) / 1000))
}

/** Seconds as a clock: `754` → `"12:34"`, `3754` → `"1:02:34"`. */
export function formatClock(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, "0")
  const hours = Math.floor(seconds / 3600)
  const rest = `${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** Seconds as text for a screen reader, in minutes: `754` → `"13 minutes"`, `59` → `"less than a minute"`. */
export function describeMinutes(seconds: number): string {
  if (seconds < 60) return "less than a minute"
  return counted(Math.ceil(seconds / 60), "minute")
}

/** The time left is announced at these minutes before the end. */
const MILESTONES = [1, 5, 10]

/** For a screen reader: a few times only, in the last ten minutes. The text stays the same in between. */
export function announceTimeLeft(seconds: number): string {
  if (seconds === 0) return "The time is up."
  const minutes = MILESTONES.find((milestone) => seconds <= milestone * 60)
  if (minutes === undefined) return ""
  return minutes === 1 ? "Less than 1 minute left." : `Less than ${minutes} minutes left.`
}
