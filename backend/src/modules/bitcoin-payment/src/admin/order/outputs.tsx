import type { BitcoinPayment } from "../api"
import { ShortId } from "../components/short-id"
import { useTexts } from "../components/use-texts"

export function Outputs({
  payment: { outputs, required_confirmations: required },
}: {
  payment: BitcoinPayment
}) {
  const { text, btc, time } = useTexts()
  const statusOf = ({ status, confirmations }: BitcoinPayment["outputs"][number]) => {
    if (status === "gone" || status === "conflicted" || status === "settled") return text(`outputs.${status}`)
    if (confirmations === 0) return text("outputs.unconfirmed")
    return text("outputs.confirmations", { now: Math.min(confirmations, required), required })
  }
  return (
    <div className="txt-compact-small px-6 py-4">
      <h3 className="text-ui-fg-subtle">{text("outputs.title")}</h3>
      <ul className="mt-2 flex flex-col gap-y-2">
        {outputs.map((output) => (
          <li
            key={`${output.txid}:${output.vout}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1"
          >
            <ShortId id={output.txid} url={output.url} />
            <span className={`text-right tabular-nums ${isLost(output) ? "line-through" : ""}`}>
              {btc(output.sats)}
            </span>
            <span className="text-ui-fg-subtle tabular-nums">{time(output.seen_at)}</span>
            <span className="text-ui-fg-subtle text-right">{statusOf(output)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const isLost = ({ status }: BitcoinPayment["outputs"][number]) => status === "gone" || status === "conflicted"
