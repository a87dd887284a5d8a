import { counted } from "@shop/contracts"
import { formatClock, milestoneOf, secondsUntil, untilNextTick } from "medusa-payment-bitcoin-storefront"
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

/** Seconds as text for a screen reader, in minutes: `754` → `"13 minutes"`, `59` → `"less than a minute"`. */
export function describeMinutes(seconds: number): string {
  if (seconds < 60) return "less than a minute"
  return counted(Math.ceil(seconds / 60), "minute")
}

/** For a screen reader: a few times only, in the last ten minutes. The text stays the same in between. */
export function announceTimeLeft(seconds: number): string {
  const minutes = milestoneOf(seconds)
  if (minutes === null) return ""
  if (minutes === 0) return "The time is up."
  return minutes === 1 ? "Less than 1 minute left." : `Less than ${minutes} minutes left.`
}
