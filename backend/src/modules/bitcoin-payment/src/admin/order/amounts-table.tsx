import { isBitcoin, type BitcoinPayment, type Payment } from "../api"
import { useTexts, type Texts } from "../components/use-texts"
import { missingOf } from "./amounts"

interface Row {
  name: string
  amount: string
  sats: string | null
}

function rowsOf(payment: BitcoinPayment, text: Texts["text"]): Row[] {
  const { price, due_sats: due, arrived, received_sats: received, surplus } = payment
  const missing = received === "0" || payment.captured ? null : missingOf(payment)
  return [
    { name: text("amounts.due"), amount: price, sats: due },
    { name: text("amounts.received"), amount: arrived, sats: received },
    ...(payment.received_today === null
      ? []
      : [{ name: text("amounts.today"), amount: payment.received_today, sats: null }]),
    ...(missing === null ? [] : [{ name: text("amounts.missing"), ...missing }]),
    ...(payment.captured
      ? [{ name: text("amounts.captured"), amount: payment.captured_amount, sats: null }]
      : []),
    ...(Number(surplus) > 0 ? [{ name: text("amounts.surplus"), amount: surplus, sats: null }] : []),
    ...payment.refunds.map(({ amount, sats }) => ({ name: text("amounts.refunded"), amount, sats })),
  ]
}

export function Amounts({ payment }: { payment: Payment }) {
  const { text, money, btc, count } = useTexts()
  const { currency } = payment
  const rows = isBitcoin(payment)
    ? rowsOf(payment, text)
    : payment.amounts.map((row): Row => ({ ...row, sats: null }))
  const hasSats = rows.some(({ sats }) => sats !== null)
  return (
    <table className="txt-compact-small -mt-1 h-fit w-full">
      <caption className="sr-only">{text("amounts.caption")}</caption>
      <thead className="sr-only">
        <tr>
          <th>{text("amounts.caption")}</th>
          <th>{text("amounts.money")}</th>
          {hasSats && <th>{text("amounts.bitcoin")}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, amount, sats }, row) => (
          <tr key={row} className="align-top">
            <th scope="row" className="text-ui-fg-subtle w-full py-1 pl-0 pr-4 text-left font-normal">
              {name}
            </th>
            <td className="whitespace-nowrap py-1 pr-4 text-right font-medium tabular-nums last:pr-0">
              {money(amount, currency)}
            </td>
            {hasSats && (
              <td className="whitespace-nowrap py-1 pr-0 text-right tabular-nums">
                {sats !== null && (
                  <>
                    {btc(sats)}
                    <span className="text-ui-fg-subtle block sm:inline-block sm:w-32">
                      {text("amounts.sats", { amount: count(sats) })}
                    </span>
                  </>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
