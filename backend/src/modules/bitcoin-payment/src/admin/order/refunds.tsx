import { isBitcoin, type Payment } from "../api"
import { ShortId } from "../components/short-id"
import { useTexts } from "../components/use-texts"

export function Refunds({ payment }: { payment: Payment }) {
  const { text, money, btc, time } = useTexts()
  const refunds = useRefunds(payment)
  return (
    <section className="txt-compact-small px-6 py-4" aria-label={text("refunds.title")}>
      <h3 className="text-ui-fg-subtle">{text("refunds.title")}</h3>
      <ul className="mt-2 flex flex-col gap-y-3">
        {refunds.map((refund) => (
          <li key={refund.id} className="grid gap-x-4 gap-y-1 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
            <span className="text-ui-fg-subtle tabular-nums">{time(refund.at)}</span>
            <div className="flex min-w-0 flex-col gap-y-1">
              {refund.address !== null && <code className="break-all">{refund.address}</code>}
              {refund.txid !== null && <ShortId id={refund.txid} url={refund.url} />}
              {refund.preimage !== null && (
                <code className="break-all">{text("refunds.preimage", { preimage: refund.preimage })}</code>
              )}
              <Chosen choice={payment.chosen.find(({ refund_id: id }) => id === refund.id)} />
              {refund.note !== null && <span className="break-words">{refund.note}</span>}
              <span className="text-ui-fg-subtle">{text("timeline.by", { email: refund.by })}</span>
              {refund.status !== null && (
                <span className="text-ui-fg-subtle break-words">{refund.status}</span>
              )}
              {refund.error !== null && <span className="text-ui-fg-error break-words">{refund.error}</span>}
            </div>
            <span className="tabular-nums sm:text-right">
              <span className="font-medium">{money(refund.amount, payment.currency)}</span>
              {refund.sats !== null && (
                <span className="text-ui-fg-subtle pl-2 sm:block sm:pl-0">{btc(refund.sats)}</span>
              )}
              {refund.basis === "money" && (
                <span className="text-ui-fg-subtle pl-2 sm:block sm:pl-0">{text("refunds.basis")}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What it was for. */
function Chosen({ choice }: { choice: Payment["chosen"][number] | undefined }) {
  const { text } = useTexts()
  if (choice === undefined) return null
  const items = choice.items.map(({ title, quantity }) => `${quantity} × ${title}`)
  return (
    <span className="break-words">
      {choice.tax_rate === null ? items.join(", ") : text("refunds.atRate", { rate: choice.tax_rate })}
    </span>
  )
}

function useRefunds(payment: Payment) {
  const { text } = useTexts()
  if (!isBitcoin(payment))
    return payment.refunds.map((refund) => ({
      ...refund,
      ...{ address: null, txid: null, url: null, sats: null, basis: null, preimage: null },
    }))
  return payment.refunds.map((refund) => {
    const waiting = payment.unrecorded_refunds.find(({ id }) => id === refund.id)
    const status = waiting === undefined ? null : [text("refunds.waiting"), waiting.error].join(" ")
    return { ...refund, status, error: null }
  })
}
