import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, toast } from "@medusajs/ui"
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { z } from "zod"
import { ask } from "../components/ask"
import { TextField } from "../components/fields"
import { FormSection } from "../components/section"
import { LoadError } from "../components/load-error"

/** The minimum order of a promotion, which Medusa's own page has no field for. */
const PromotionMinimum = ({ data: { id } }: { data: { id: string } }) => {
  const { t } = useTranslation("shop")
  const query = useQuery(minimumQuery(id))
  const saved = query.data
  const [typed, setTyped] = useState<string | null>(null)
  const client = useQueryClient()
  const draft = (typed ?? saved?.pounds ?? "").trim()
  const save = useMutation({
    mutationFn: () => saveMinimum(id, draft, saved?.ruleIds ?? []),
    onSuccess: async () => {
      toast.success(t("common.saved"), {
        description:
          draft === "" ? t("store.minimum.savedNone") : t("store.minimum.saved", { pounds: draft }),
      })
      await client.invalidateQueries(minimumQuery(id))
      setTyped(null)
    },
  })
  return (
    <FormSection
      title={t("store.minimum.title")}
      description={t("store.minimum.text")}
      onSubmit={() => save.mutate()}
    >
      <LoadError what={t("store.minimum.notLoaded")} of={query} />
      <TextField
        label={t("store.minimum.pounds")}
        hint={t("store.minimum.hint")}
        inputMode="decimal"
        placeholder="20"
        disabled={!saved}
        value={typed ?? saved?.pounds ?? ""}
        error={isAmount(draft) ? undefined : t("store.minimum.problem")}
        onText={setTyped}
      />
      <LoadError what={t("store.minimum.notSaved")} of={save} />
      <div className="flex justify-end">
        <Button
          type="submit"
          size="small"
          isLoading={save.isPending}
          disabled={!saved || draft === saved.pounds || !isAmount(draft)}
        >
          {t("common.save")}
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

const isAmount = (pounds: string) => pounds === "" || /^\d{1,6}(\.\d{1,2})?$/.test(pounds)

const saveMinimum = (promotionId: string, pounds: string, ruleIds: readonly string[]): Promise<unknown> =>
  ask(z.unknown(), `/admin/promotions/${promotionId}/rules/batch`, {
    method: "POST",
    body: { create: pounds === "" ? [] : [{ ...RULE, values: [pounds] }], update: [], delete: ruleIds },
  })

export const config = defineWidgetConfig({ zone: "promotion.details.side.after" })

export default PromotionMinimum
