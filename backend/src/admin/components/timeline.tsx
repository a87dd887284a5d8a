import { moment } from "./moment"

interface TimelineEvent {
  /** ISO time. */
  at: string
  what: string
  detail: string | null
  /** Null: the system or the buyer. */
  by: string | null
}

/** What happened, newest first. */
export function Timeline({ events, isOpen }: { events: readonly TimelineEvent[]; isOpen: boolean }) {
  return (
    <details open={isOpen}>
      <summary className="text-ui-fg-subtle txt-compact-small cursor-pointer px-6 py-3">
        Timeline ({events.length})
      </summary>
      <ol className="txt-compact-small flex flex-col gap-y-3 px-6 pb-4">
        {events.map(({ at, what, detail, by }) => (
          <li key={`${at}${what}${detail ?? ""}`} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <time dateTime={at} className="text-ui-fg-muted tabular-nums">
              {moment(at)}
            </time>
            <div className="min-w-0">
              <span className="font-medium">{what}</span>
              {by !== null && <span className="text-ui-fg-subtle"> by {by}</span>}
              {detail !== null && <p className="text-ui-fg-subtle break-words">{detail}</p>}
            </div>
          </li>
        ))}
      </ol>
    </details>
  )
}
