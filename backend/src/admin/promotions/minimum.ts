import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { ask } from "../components/ask"

/** The rule that the shop reads (discounts/why-not.ts). Medusa's own page does not list it. */
const RULE = { attribute: "item_total", operator: "gte" } as const

const rulesSchema = z.object({
  promotion: z.object({
    rules: z
      .array(
        z.object({
          id: z.string(),
          attribute: z.string(),
          operator: z.string(),
          values: z.array(z.object({ value: z.string() })),
        }),
      )
      .nullish(),
  }),
})

/** The minimum order of a promotion in pounds as staff type it, with its rules; empty: none. */
export const minimumQuery = (promotionId: string) =>
  queryOptions({
    queryKey: ["promotion-minimum", promotionId],
    queryFn: async () => {
      const { promotion } = await ask(rulesSchema, `/admin/promotions/${promotionId}`)
      const rules = (promotion.rules ?? []).filter(
        ({ attribute, operator }) => attribute === RULE.attribute && operator === RULE.operator,
      )
      return { pounds: rules[0]?.values[0]?.value ?? "", ruleIds: rules.map(({ id }) => id) }
    },
  })

/** What is wrong with a typed minimum; undefined: it can be saved. */
export function problemIn(pounds: string): string | undefined {
  return pounds === "" || /^\d{1,6}(\.\d{1,2})?$/.test(pounds)
    ? undefined
    : "Use pounds with at most two decimals, like 20 or 12.50."
}

/** @throws Rejection if the backend rejects it */
export const saveMinimum = (
  promotionId: string,
  pounds: string,
  ruleIds: readonly string[],
): Promise<unknown> =>
  ask(z.unknown(), `/admin/promotions/${promotionId}/rules/batch`, {
    method: "POST",
    body: { create: pounds === "" ? [] : [{ ...RULE, values: [pounds] }], update: [], delete: ruleIds },
  })
