import { clx, Input, Text } from "@medusajs/ui"
import { isNumbered, NO_NUMBER, readTracking, type DispatchPreview } from "@shop/contracts/staff"

interface ParcelRowProps {
  order: DispatchPreview["orders"][number]
  tracking: string
  /** Null: it was sent; a text: why it was not. */
  result: string | null | undefined
  onTracking: (text: string) => void
}

/** An order that is to be sent, and a sentence about what will happen. */
export function ParcelRow({ order, tracking, result, onTracking }: ParcelRowProps) {
  const { number, customer, delivery, isTracked, problem } = order
  const why = result ?? problem
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 md:grid-cols-2 md:items-center">
      <div className="txt-compact-small min-w-0 break-words">
        <span className="font-medium">#{number}</span> {customer}
        <span className="text-ui-fg-subtle block">{delivery}</span>
      </div>
      {problem === null && result !== null && (
        <Input
          size="small"
          aria-label={`Tracking number of order ${number}`}
          placeholder={isTracked ? "Tracking number, or none" : "Tracking number, if it has one"}
          maxLength={40}
          value={tracking}
          onChange={(event) => onTracking(event.target.value)}
        />
      )}
      <Text
        size="xsmall"
        className={clx("md:col-span-2", why && result !== null ? "text-ui-fg-error" : "text-ui-fg-subtle")}
      >
        {result === null ? "Sent. The buyer is emailed." : (why ?? planOf(order, tracking).sentence)}
      </Text>
    </li>
  )
}

/** What sending would do with an order for which this is typed. */
export function planOf(
  { problem, listProblem, isTracked }: DispatchPreview["orders"][number],
  typed: string,
): { isSent: boolean; sentence: string } {
  const tracking = readTracking(typed)
  if (problem !== null) return { isSent: false, sentence: problem }
  if (tracking === null) return { isSent: false, sentence: `Stays here: “${typed}” is no tracking number.` }
  if (tracking === "" && listProblem !== null)
    return { isSent: false, sentence: `Stays here: type its number, or “${NO_NUMBER}”. ${listProblem}` }
  if (tracking === "" && isTracked)
    return { isSent: false, sentence: `Stays here: give its tracking number, or write “${NO_NUMBER}”.` }
  const number = isNumbered(tracking) ? `with ${tracking}` : "without a number"
  return { isSent: true, sentence: `Will be sent ${number}. The buyer is emailed.` }
}
