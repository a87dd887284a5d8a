import { clx, Input, Text } from "@medusajs/ui"
import { isNumbered, NO_NUMBER, readTracking, type DispatchPreview } from "@shop/contracts/staff"
import type { TFunction } from "i18next"
import { useTranslation } from "react-i18next"

interface ParcelRowProps {
  order: DispatchPreview["orders"][number]
  tracking: string
  /** Null: it was sent; a text: why it was not. */
  result: string | null | undefined
  onTracking: (text: string) => void
}

/** An order that is to be sent, and a sentence about what will happen. */
export function ParcelRow({ order, tracking, result, onTracking }: ParcelRowProps) {
  const { t } = useTranslation("shop")
  const { number, customer, delivery, isTracked, problem } = order
  // What is known now counts: an answer may have been lost.
  const why = problem ?? result
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 md:grid-cols-2 md:items-center">
      <div className="txt-compact-small min-w-0 break-words">
        <span className="font-medium">#{number}</span> {customer}
        <span className="text-ui-fg-subtle block">{delivery}</span>
      </div>
      {problem === null && result !== null && (
        <Input
          size="small"
          aria-label={t("parcels.tracking", { number })}
          placeholder={isTracked ? t("parcels.numberOrNone") : t("parcels.numberIfAny")}
          maxLength={40}
          value={tracking}
          onChange={(event) => onTracking(event.target.value)}
        />
      )}
      <Text
        size="xsmall"
        className={clx("md:col-span-2", why && result !== null ? "text-ui-fg-error" : "text-ui-fg-subtle")}
      >
        {result === null ? t("parcels.plans.done") : (why ?? planOf(order, tracking, t).sentence)}
      </Text>
    </li>
  )
}

/** What sending would do with an order for which this is typed. */
export function planOf(
  { problem, listProblem, isTracked }: DispatchPreview["orders"][number],
  typed: string,
  t: TFunction<"shop">,
): { isSent: boolean; sentence: string } {
  const tracking = readTracking(typed)
  if (problem !== null) return { isSent: false, sentence: problem }
  if (tracking === null) return { isSent: false, sentence: t("parcels.plans.noNumber", { typed }) }
  if (tracking === "" && listProblem !== null)
    return {
      isSent: false,
      sentence: t("parcels.plans.askedByList", { none: NO_NUMBER, problem: listProblem }),
    }
  if (tracking === "" && isTracked)
    return { isSent: false, sentence: t("parcels.plans.asked", { none: NO_NUMBER }) }
  const sentence = isNumbered(tracking)
    ? t("parcels.plans.sentWith", { tracking })
    : t("parcels.plans.sentWithout")
  return { isSent: true, sentence }
}
