import { Copy } from "@medusajs/ui"
import type { Payment } from "../api"
import { useTexts } from "../components/use-texts"

/** Every payment that reached the address. */
export function Outputs({ payment: { outputs, required_confirmations: required } }: { payment: Payment }) {
  const { text, btc } = useTexts()
  const statusOf = ({ status, confirmations }: Payment["outputs"][number]) => {
    if (status === "gone" || status === "conflicted") return text(`outputs.${status}`)
    if (confirmations === 0) return text("outputs.unconfirmed")
    return text("facts.confirmationsOf", { now: Math.min(confirmations, required), required })
  }
  return (
    <table className="txt-compact-small w-full table-fixed">
      <caption className="sr-only">{text("outputs.title")}</caption>
      <thead className="text-ui-fg-subtle">
        <tr>
          <th className="pb-1 pl-6 pr-4 pt-3 text-left font-normal">{text("outputs.transaction")}</th>
          <th className="w-28 pb-1 pt-3 text-left font-normal">{text("facts.confirmations")}</th>
          <th className="w-40 pb-1 pr-6 pt-3 text-right font-normal">{text("amounts.bitcoin")}</th>
        </tr>
      </thead>
      <tbody>
        {outputs.map((output) => (
          <tr key={`${output.txid}:${output.vout}`} className="align-middle">
            <td className="pb-2 pl-6 pr-4">
              <span className="flex items-center gap-x-2">
                <code className="truncate" title={output.txid}>
                  {output.txid}
                </code>
                <Copy content={output.txid} className="text-ui-fg-muted shrink-0" />
              </span>
            </td>
            <td className="pb-2">{statusOf(output)}</td>
            <td className="whitespace-nowrap pb-2 pr-6 text-right tabular-nums">{btc(output.sats)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
