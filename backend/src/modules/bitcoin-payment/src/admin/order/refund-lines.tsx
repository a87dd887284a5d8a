import { Hint, RadioGroup } from "@medusajs/ui"
import type { Payment } from "../api"
import { Choice, TextField } from "../components/field"
import { useTexts } from "../components/use-texts"
import { countOf, type RefundDraft } from "./refund-draft"

interface Props {
  payment: Payment
  draft: RefundDraft
  onQuantities: (quantities: RefundDraft["quantities"]) => void
  onRate: (rate: string) => void
}

/** The order's items and its delivery, to choose from; or the tax rate of an amount, where the order has several. */
export function RefundLines({ payment: { lines, currency }, draft, onQuantities, onRate }: Props) {
  const { text, money } = useTexts()
  const rates = [...new Set(lines.flatMap(({ tax_rate: rate }) => rate ?? []))]
  const isChosen = lines.some((line) => countOf(draft, line) !== 0)
  if (lines.length === 0) return null
  return (
    <>
      <fieldset className="flex flex-col gap-y-2">
        <legend className="txt-compact-small-plus pb-2">{text("refund.items")}</legend>
        <Hint>{text("refund.itemsHint")}</Hint>
        {lines.map((line) => (
          <TextField
            key={line.id}
            label={line.title}
            hint={[
              text("refund.itemTotal", {
                quantity: line.quantity,
                amount: money(String(line.total), currency),
              }),
              ...(line.returned > 0 ? [text("refund.returned", { quantity: line.returned })] : []),
            ].join(" ")}
            error={countOf(draft, line) === null ? text("refund.wrong.quantity") : null}
            type="number"
            min={0}
            max={line.quantity}
            placeholder="0"
            value={draft.quantities[line.id] ?? ""}
            onText={(quantity) => onQuantities({ ...draft.quantities, [line.id]: quantity })}
          />
        ))}
      </fieldset>
      {rates.length > 1 && !isChosen && (
        <fieldset>
          <legend className="txt-compact-small-plus pb-2">{text("refund.rate")}</legend>
          <RadioGroup value={draft.rate} onValueChange={onRate}>
            <Choice value="" label={text("refund.spread")} />
            {rates.map((rate) => (
              <Choice key={rate} value={String(rate)} label={`${rate}%`} />
            ))}
          </RadioGroup>
        </fieldset>
      )}
    </>
  )
}
