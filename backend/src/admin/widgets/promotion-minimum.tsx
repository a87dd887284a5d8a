import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, toast } from "@medusajs/ui"
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { z } from "zod"
import { ask } from "../components/ask"
import { TextField } from "../components/fields"
import { FormSection } from "../components/section"
import { LoadError } from "../components/load-error"

/** The minimum order of a promotion, which Medusa's own page has no field for. */
const PromotionMinimum = ({ data: { id } }: { data: { id: string } }) => {
  const query = useQuery(minimumQuery(id))
  const saved = query.data
  const [typed, setTyped] = useState<string | null>(null)
  const client = useQueryClient()
  const draft = (typed ?? saved?.pounds ?? "").trim()
  const save = useMutation({
    mutationFn: () => saveMinimum(id, draft, saved?.ruleIds ?? []),
    onSuccess: async () => {
      toast.success("Saved", {
        description: draft === "" ? "The promotion has no minimum." : `For orders from £${draft}.`,
      })
      await client.invalidateQueries(minimumQuery(id))
      setTyped(null)
    },
  })
  return (
    <FormSection
      title="Minimum order"
      description="What the goods must cost before discounts. A shopper below it is told how much is missing."
      onSubmit={() => save.mutate()}
    >
      <LoadError what="The minimum could not be loaded" of={query} />
      <TextField
        label="Pounds"
        hint="Empty: no minimum."
        inputMode="decimal"
        placeholder="20"
        disabled={!saved}
        value={typed ?? saved?.pounds ?? ""}
        error={problemIn(draft)}
        onText={setTyped}
      />
      <LoadError what="The minimum could not be saved" of={save} />
      <div className="flex justify-end">
        <Button
          type="submit"
          size="small"
          isLoading={save.isPending}
          disabled={!saved || draft === saved.pounds || problemIn(draft) !== undefined}
        >
          Save
        </Button>
      </div>
    </FormSection>
  )
}

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
const minimumQuery = (promotionId: string) =>
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

function problemIn(pounds: string): string | undefined {
  return pounds === "" || /^\d{1,6}(\.\d{1,2})?$/.test(pounds)
    ? undefined
    : "Use pounds with at most two decimals, like 20 or 12.50."
}

const saveMinimum = (promotionId: string, pounds: string, ruleIds: readonly string[]): Promise<unknown> =>
  ask(z.unknown(), `/admin/promotions/${promotionId}/rules/batch`, {
    method: "POST",
    body: { create: pounds === "" ? [] : [{ ...RULE, values: [pounds] }], update: [], delete: ruleIds },
  })

export const config = defineWidgetConfig({ zone: "promotion.details.side.after" })

export default PromotionMinimum
