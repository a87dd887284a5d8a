import { Hint, RadioGroup } from "@medusajs/ui"
import { REFUND_BASES, type RefundBasis } from "../../domain/refund-satoshis"
import type { BitcoinPayment } from "../api"
import { Choice } from "../components/field"
import { useTexts } from "../components/use-texts"
import { satsOf, type RefundDraft } from "./refund-draft"

interface Props {
  payment: BitcoinPayment
  draft: RefundDraft
  onBasis: (basis: RefundBasis) => void
}

/** At which rate the amount becomes satoshis. */
export function RefundBasisField({ payment, draft, onBasis }: Props) {
  const { text, btc, money } = useTexts()
  const { currency, rate_today: today, refundable_surplus: surplus } = payment
  const sats = satsOf(draft.amount, payment)
  const label = (basis: RefundBasis) =>
    text(`refund.basis.${basis}`, { amount: sats[basis] ? btc(sats[basis].toString()) : "–" })
  const value = (typed: string) => REFUND_BASES.find((basis) => basis === typed) ?? "satoshis"
  return (
    <fieldset className="flex flex-col gap-y-2">
      <legend className="txt-compact-small-plus pb-2">{text("refund.basis.title")}</legend>
      <RadioGroup value={draft.basis} onValueChange={(typed) => onBasis(value(typed))}>
        <Choice value="satoshis" label={label("satoshis")} />
        <Choice value="money" label={label("money")} isDisabled={today === null} />
      </RadioGroup>
      <Hint>
        {today === null
          ? text("refund.basis.unknown")
          : text("refund.basis.hint", { rate: money(today, currency) })}
        {Number(surplus) > 0 && ` ${text("refund.basis.surplus", { amount: money(surplus, currency) })}`}
      </Hint>
    </fieldset>
  )
}
