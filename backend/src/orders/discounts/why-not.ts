import type { MedusaContainer } from "@medusajs/framework/types"
import { formatPence } from "@shop/contracts"
import { readPromotionOfCode } from "../../platform/medusa-tables/promotions"

export type WhyNot =
  | { readonly reason: "unknown" }
  | { readonly reason: "not_started"; readonly startsAt: Date }
  | { readonly reason: "ended"; readonly endedAt: Date }
  | { readonly reason: "used_up" }
  | { readonly reason: "used_by_customer" }
  /** Below the promotion's minimum by so many pence. */
  | { readonly reason: "minimum"; readonly minimum: number; readonly missing: number }
  | { readonly reason: "nothing_applies" }

export type CodedPromotion = Awaited<ReturnType<typeof readPromotionOfCode>>[number]

/** The promotion of a typed code. Undefined: staff have none, or it is a draft. */
export async function findPromotionOfCode(
  container: MedusaContainer,
  code: string,
): Promise<CodedPromotion | undefined> {
  const [found] = await readPromotionOfCode(container, { code: code.trim() })
  return found?.isActive === true ? found : undefined
}

/** The first reason. `isUsedUp`: Medusa found the limit reached. */
export function whyNot(
  promotion: CodedPromotion | undefined,
  { goodsPence, isUsedUp, now = new Date() }: { goodsPence: number; isUsedUp: boolean; now?: Date },
): WhyNot {
  if (promotion === undefined) return { reason: "unknown" }
  const { startsAt, endsAt, budget } = promotion
  if (startsAt !== null && startsAt > now) return { reason: "not_started", startsAt }
  if (endsAt !== null && endsAt <= now) return { reason: "ended", endedAt: endsAt }
  if (isUsedUp) return { reason: budget === "use_by_attribute" ? "used_by_customer" : "used_up" }
  const minimum = Math.round((promotion.minimum ?? 0) * 100)
  if (goodsPence < minimum) return { reason: "minimum", minimum, missing: minimum - goodsPence }
  return { reason: "nothing_applies" }
}

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "Europe/London" })

export function sayWhyNot(code: string, why: WhyNot): string {
  switch (why.reason) {
    case "unknown":
      return `We don't know the code ${code}. Please check its spelling.`
    case "not_started":
      return `The code ${code} starts on ${day.format(why.startsAt)}.`
    case "ended":
      return `The code ${code} ended on ${day.format(why.endedAt)}.`
    case "used_up":
      return `The code ${code} has been used up.`
    case "used_by_customer":
      return `You have used the code ${code} before.`
    case "minimum":
      return `The code ${code} is for orders from ${formatPence(why.minimum)}. Add ${formatPence(why.missing)} more to use it.`
    case "nothing_applies":
      return `The code ${code} takes nothing off this order.`
  }
}
