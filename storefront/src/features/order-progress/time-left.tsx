import { announceTimeLeft, describeMinutes, formatClock } from "../../lib/countdown"
import { Icon } from "../../ui/icon"

interface TimeLeftProps {
  /** What the time is for, up to the time itself. */
  label: string
  /** Null while the page is not alive yet. */
  seconds: number | null
}

/** The time left: to be seen every second, to be read at will in minutes, and said aloud a few times near its end. */
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
