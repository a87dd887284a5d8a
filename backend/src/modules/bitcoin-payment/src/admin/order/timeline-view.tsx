import { isBitcoin, type Payment } from "../api"
import { useTexts } from "../components/use-texts"
import { timelineOf } from "./timeline"

export function Timeline({ payment }: { payment: Payment }) {
  const texts = useTexts()
  const events = isBitcoin(payment) ? timelineOf(payment, texts) : payment.timeline
  return (
    <details>
      <summary className="text-ui-fg-subtle txt-compact-small cursor-pointer px-6 py-3">
        {texts.text("timeline.title", { count: events.length })}
      </summary>
      <ol className="txt-compact-small flex flex-col gap-y-3 px-6 pb-4">
        {events.map(({ at, what, detail, by }) => (
          <li key={`${at}${what}${detail ?? ""}`} className="grid gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <time dateTime={at} className="text-ui-fg-subtle tabular-nums">
              {texts.time(at)}
            </time>
            <div className="min-w-0">
              <span className="font-medium">{what}</span>
              {by !== null && (
                <span className="text-ui-fg-subtle"> {texts.text("timeline.by", { email: by })}</span>
              )}
              {detail !== null && <p className="text-ui-fg-subtle break-words">{detail}</p>}
            </div>
          </li>
        ))}
      </ol>
    </details>
  )
}
