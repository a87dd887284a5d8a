import { Prompt, toast } from "@medusajs/ui"
import { typedStockSchema } from "@shop/contracts/staff"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { useState, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { z } from "zod"
import { ask } from "../components/ask"
import { TextField } from "../components/fields"
import { LoadError } from "../components/load-error"
import { PromptForm } from "../components/prompt-form"
import { useStaffMutation } from "../payments/api"

interface Counted {
  item: string
  location: string
}

interface CountStockProps {
  /** Of the product and its size. */
  name: string
  counted: Counted
}

const levelsSchema = z.object({
  inventory_levels: z.array(z.object({ stocked_quantity: z.int(), reserved_quantity: z.int() })),
})

/** As it is when the form opens: the list may be older. */
const levelQuery = ({ item, location }: Counted) =>
  queryOptions({
    queryKey: ["stock-level", item, location],
    queryFn: async () => {
      const path = `/admin/inventory-items/${item}/location-levels?location_id[]=${location}`
      const [level] = (await ask(levelsSchema, path)).inventory_levels
      return level ?? null
    },
    gcTime: 0,
  })

/** A number that opens a form of what is in stock. Medusa's own form ends on its page Inventory. */
export function CountStock({ children, ...size }: CountStockProps & { children: ReactNode }) {
  const { t } = useTranslation("shop")
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="min-w-8 py-1 text-right underline decoration-dotted underline-offset-4 hover:decoration-solid"
        onClick={() => setIsOpen(true)}
      >
        {children}
        <span className="sr-only">{t("stock.table.change")}</span>
      </button>
      <Prompt open={isOpen} onOpenChange={setIsOpen} variant="confirmation">
        {isOpen && <CountForm {...size} onDone={() => setIsOpen(false)} />}
      </Prompt>
    </>
  )
}

function CountForm({ name, counted, onDone }: CountStockProps & { onDone: () => void }) {
  const { t } = useTranslation("shop")
  const query = useQuery(levelQuery(counted))
  const level = query.data
  const [typed, setTyped] = useState<string | null>(null)
  const saving = useStaffMutation()
  const text = typed ?? String(level?.stocked_quantity ?? "")
  const isCount = typedStockSchema.safeParse(text).success
  const save = () => {
    const path = `/admin/inventory-items/${counted.item}/location-levels/${counted.location}`
    const request = { method: "POST", body: { stocked_quantity: Number(text) } } as const
    saving.mutate(() => ask(z.unknown(), path, request), {
      onSuccess: () => {
        toast.success(t("common.saved"))
        onDone()
      },
    })
  }
  const state = level
    ? t("stock.count.reserved", { count: level.reserved_quantity })
    : query.isPending
      ? t("common.loading")
      : query.isSuccess && t("stock.count.gone")
  return (
    <PromptForm
      title={name}
      description={<p>{state}</p>}
      confirm={t("common.save")}
      isReady={isCount}
      isPending={saving.isPending}
      onSubmit={save}
    >
      <LoadError what={t("stock.count.notLoaded")} of={query} />
      {level && (
        <TextField
          label={t("common.inStock")}
          inputMode="numeric"
          autoFocus
          value={text}
          error={typed === null || isCount ? undefined : t("stock.count.problem")}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onText={setTyped}
        />
      )}
      <LoadError what={t("stock.count.notSaved")} of={saving} />
    </PromptForm>
  )
}
