import type { NetQuantity } from "@shop/contracts"
import type { ProductFactsView } from "@shop/contracts/staff"
import { useTranslation } from "react-i18next"
import { Field, TextField } from "../components/fields"
import type { Draft, VariantDraft } from "./draft"
import { Choice, Group } from "./form-parts"

const UNITS: Record<NetQuantity["unit"], string> = { g: "g", kg: "kg", ml: "ml", l: "l" }

interface SizesProps {
  product: ProductFactsView
  draft: Draft
  errors: ReadonlyMap<string, string>
  set: (change: Partial<Draft>) => void
}

/** What is on sale is counted under Inventory, beside what of it is reserved, and so is what sizes share. */
const isCountedHere = (
  { status }: ProductFactsView,
  size: ProductFactsView["variants"][number] | undefined,
) => !size?.isStockShared && (status !== "published" || (size?.stock ?? null) === null)

export function Sizes({ product, draft, errors, set }: SizesProps) {
  const { t } = useTranslation("shop")
  const setVariant = (id: string, change: Partial<VariantDraft>) =>
    set({ variants: draft.variants.map((one) => (one.id === id ? { ...one, ...change } : one)) })
  return (
    <Group
      title={draft.variants.length > 1 ? t("food.sizes.sizes") : t("common.size")}
      lead={t("food.sizes.lead")}
    >
      {draft.variants.map((variant, index) => {
        const error = (field: string) =>
          errors.get(`variants.${index}.${field}`) ?? errors.get(`variants.${variant.id}.${field}`)
        const saved = product.variants.find(({ id }) => id === variant.id)
        const isHere = isCountedHere(product, saved)
        const change = (field: keyof VariantDraft) => (text: string) =>
          setVariant(variant.id, { [field]: text })
        return (
          <fieldset key={variant.id} className="grid grid-cols-2 items-start gap-4 md:grid-cols-5">
            {draft.variants.length > 1 && (
              <legend className="txt-compact-small-plus pb-2">{saved?.weight}</legend>
            )}
            <TextField
              label={draft.isFood ? t("food.sizes.weight") : t("food.sizes.text")}
              hint={
                saved?.unitPrice &&
                t("food.sizes.perUnit", { price: saved.unitPrice.price, unit: saved.unitPrice.per })
              }
              value={variant.weight}
              error={error("weight")}
              onText={change("weight")}
            />
            <TextField
              label={t("food.sizes.price")}
              inputMode="decimal"
              value={variant.price}
              error={error("price")}
              onText={change("price")}
            />
            <TextField
              label={t("common.inStock")}
              inputMode="numeric"
              disabled={!isHere}
              hint={isHere ? undefined : t("food.sizes.underInventory")}
              value={variant.stock}
              error={error("stock")}
              onText={change("stock")}
            />
            {draft.isFood && (
              <>
                <TextField
                  label={t("food.sizes.netQuantity")}
                  hint={t("food.sizes.netQuantityHint")}
                  inputMode="decimal"
                  value={variant.value}
                  error={error("netQuantity.value") ?? error("netQuantity")}
                  onText={change("value")}
                />
                <Field label={t("food.sizes.unit")} error={error("netQuantity.unit")}>
                  {({ id }) => (
                    <Choice
                      id={id}
                      value={variant.unit}
                      options={UNITS}
                      onChoose={(unit) => setVariant(variant.id, { unit })}
                    />
                  )}
                </Field>
              </>
            )}
          </fieldset>
        )
      })}
    </Group>
  )
}
