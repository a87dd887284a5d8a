import { Hint, Input, Label, Select, Text } from "@medusajs/ui"
import { useId } from "react"
import type { Payment } from "../api"
import { useTexts } from "../components/use-texts"
import { countOf, type RefundDraft } from "./refund-draft"

interface Props {
  payment: Payment
  draft: RefundDraft
  error: string | null
  onQuantities: (quantities: RefundDraft["quantities"]) => void
  onRate: (rate: string) => void
}

/** The order's items and its delivery, to choose from; or the tax rate of an amount, where the order has several. */
export function RefundLines({ payment: { lines, currency }, draft, error, onQuantities, onRate }: Props) {
  const { text, money } = useTexts()
  const id = useId()
  const rates = [...new Set(lines.flatMap(({ tax_rate: rate }) => rate ?? []))]
  const isChosen = lines.some((line) => countOf(draft, line) !== 0)
  if (lines.length === 0) return null
  return (
    <>
      <fieldset className="flex flex-col gap-y-2" aria-describedby={`${id}-about`}>
        <legend className="txt-compact-small-plus pb-2">{text("refund.items")}</legend>
        {lines.map((line) => (
          <div key={line.id} className="flex items-center justify-between gap-x-4">
            <Label htmlFor={`${id}-${line.id}`} size="small" className="min-w-0 break-words">
              {line.title}
              <Text as="span" size="small" className="text-ui-fg-subtle block">
                {text("refund.itemTotal", {
                  quantity: line.quantity,
                  amount: money(String(line.total), currency),
                })}
                {line.returned > 0 && ` ${text("refund.returned", { quantity: line.returned })}`}
              </Text>
            </Label>
            <div className="w-16 shrink-0">
              <Input
                id={`${id}-${line.id}`}
                type="number"
                inputMode="numeric"
                min={0}
                max={line.quantity}
                placeholder="0"
                aria-invalid={countOf(draft, line) === null}
                value={draft.quantities[line.id] ?? ""}
                onChange={(event) => onQuantities({ ...draft.quantities, [line.id]: event.target.value })}
              />
            </div>
          </div>
        ))}
        <div id={`${id}-about`}>
          {error === null ? <Hint>{text("refund.itemsHint")}</Hint> : <Hint variant="error">{error}</Hint>}
        </div>
      </fieldset>
      {rates.length > 1 && !isChosen && (
        <div className="flex flex-col gap-y-1">
          <Label htmlFor={`${id}-rate`} size="small" weight="plus">
            {text("refund.rate")}
          </Label>
          <Select
            value={draft.rate === "" ? SPREAD : draft.rate}
            onValueChange={(value) => onRate(value === SPREAD ? "" : value)}
          >
            <Select.Trigger id={`${id}-rate`}>
              <Select.Value />
            </Select.Trigger>
            <Select.Content>
              <Select.Item value={SPREAD}>{text("refund.spread")}</Select.Item>
              {rates.map((rate) => (
                <Select.Item key={rate} value={String(rate)}>
                  {rate}%
                </Select.Item>
              ))}
            </Select.Content>
          </Select>
        </div>
      )}
    </>
  )
}

/** The component takes no empty value. */
const SPREAD = "spread"
