import { Copy } from "@medusajs/ui"
import type { Payment } from "../api"
import { useTexts } from "../components/use-texts"

/** Every payment that reached the address. */
export function Outputs({ payment: { outputs, required_confirmations: required } }: { payment: Payment }) {
  const { text, btc } = useTexts()
  const statusOf = ({ status, confirmations }: Payment["outputs"][number]) => {
    if (status === "gone" || status === "conflicted") return text(`outputs.${status}`)
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
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 sm:grid-cols-[minmax(0,1fr)_10rem_8rem]"
          >
            <span className="col-span-2 flex items-center gap-x-2 sm:col-span-1">
              <code className="truncate" title={output.txid}>
                {output.txid}
              </code>
              <Copy content={output.txid} className="text-ui-fg-muted shrink-0" />
            </span>
            <span className="text-ui-fg-subtle">{statusOf(output)}</span>
            <span className="text-right tabular-nums">{btc(output.sats)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
