import { moment } from "../../components/moment"
import type { Invoice } from "./panel"

/** The invoice's events, newest first. Open by default while staff must decide. */
export function Timeline({ invoice: { history, claims, state } }: { invoice: Invoice }) {
  return (
    <details open={state === "review"}>
      <summary className="text-ui-fg-subtle txt-compact-small cursor-pointer px-6 py-3">
        Timeline ({history.length})
      </summary>
      <ol className="txt-compact-small flex flex-col gap-y-3 px-6 pb-4">
        {history.map(({ at, what, detail, by }) => (
          <li key={`${at}${what}`} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <time dateTime={at} className="text-ui-fg-muted tabular-nums">
              {moment(at)}
            </time>
            <div>
              <span className="font-medium">{what}</span>
              {by !== null && <span className="text-ui-fg-subtle"> by {by}</span>}
              {detail !== null && <p className="text-ui-fg-subtle break-words">{detail}</p>}
            </div>
          </li>
        ))}
        {claims.map(({ transaction_id, verdict, created_at }) => (
          <li key={transaction_id} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <time dateTime={created_at} className="text-ui-fg-muted tabular-nums">
              {moment(created_at)}
            </time>
            <div>
              <span className="font-medium">The buyer sent a transaction id</span>
              <p className="text-ui-fg-subtle break-all">
                {transaction_id}: {CLAIMS[verdict] ?? verdict}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </details>
  )
}

const CLAIMS: Readonly<Record<string, string>> = {
  unverifiable: "no transaction id",
  pending: "not looked up yet",
  pays: "pays this invoice",
  mismatch: "pays something else",
  not_found: "unknown to the network",
  unknown: "the chain source was unavailable",
}
