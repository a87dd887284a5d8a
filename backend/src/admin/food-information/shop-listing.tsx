import { Label, Switch } from "@medusajs/ui"
import type { NetQuantity, VatCategory } from "@shop/contracts"
import type { ProductFactsView } from "@shop/contracts/staff"
import { useId } from "react"
import { Field, TextField } from "../components/fields"
import type { Draft } from "./draft"
import { Choice, Group } from "./form-parts"

const UNITS: Record<NetQuantity["unit"], string> = { g: "g", kg: "kg", ml: "ml", l: "l" }
const BADGES = ["Best Seller", "Organic", "Natural"]

interface ShopListingProps {
  product: ProductFactsView
  draft: Draft
  errors: ReadonlyMap<string, string>
  set: (change: Partial<Draft>) => void
}

export function ShopListing({ product, draft, errors, set }: ShopListingProps) {
  const [badges, featured] = [useId(), useId()]
  const setVariant = (id: string, change: object) =>
    set({ variants: draft.variants.map((one) => (one.id === id ? { ...one, ...change } : one)) })
  return (
    <Group title="Shop listing">
      <div className="max-w-md">
        <TextField
          label="Badge"
          hint="Best Seller, Organic, Natural or your own text. Blank for none."
          list={badges}
          value={draft.badge}
          error={errors.get("badge")}
          onText={(badge) => set({ badge })}
        />
        <datalist id={badges}>
          {BADGES.map((badge) => (
            <option key={badge} value={badge} />
          ))}
        </datalist>
      </div>
      <div className="flex items-center gap-x-2">
        <Switch
          id={featured}
          checked={draft.isFeatured}
          onCheckedChange={(isFeatured) => set({ isFeatured })}
        />
        <Label htmlFor={featured} size="small">
          Featured: on the home page and first in lists
        </Label>
      </div>
      {draft.variants.map((variant, index) => {
        const error = (field: string) =>
          errors.get(`variants.${index}.${field}`) ?? errors.get(`variants.${variant.id}.${field}`)
        const saved = product.variants.find(({ id }) => id === variant.id)
        return (
          <div key={variant.id} className="grid grid-cols-[1fr_1fr_6rem] items-start gap-4">
            <TextField
              label={draft.variants.length > 1 ? `Weight text, size ${index + 1}` : "Weight text"}
              hint={saved?.unitPrice && `£${saved.unitPrice.price} per ${saved.unitPrice.per}`}
              value={variant.weight}
              error={error("weight")}
              onText={(weight) => setVariant(variant.id, { weight })}
            />
            <TextField
              label="Net quantity"
              hint="Blank if the weight text contains it, like 250 g."
              inputMode="decimal"
              value={variant.value}
              error={error("netQuantity.value") ?? error("netQuantity")}
              onText={(value) => setVariant(variant.id, { value })}
            />
            <Field label="Unit" error={error("netQuantity.unit")}>
              {({ id }) => (
                <Choice
                  id={id}
                  value={variant.unit}
                  options={UNITS}
                  onChoose={(unit) => setVariant(variant.id, { unit })}
                />
              )}
            </Field>
          </div>
        )
      })}
    </Group>
  )
}

const VAT: Record<VatCategory, string> = {
  zero: "Zero-rated: most food",
  standard: "20%: sweets, drinks, syrups for drinks",
  reduced: "5%: reduced",
}

interface TaxProps {
  vat: VatCategory | null
  error: string | undefined
  /** Staff have to choose; otherwise no choice means a rate of their own in Medusa. */
  isRequired: boolean
  onChoose: (vat: VatCategory) => void
}

export function Tax({ vat, error, isRequired, onChoose }: TaxProps) {
  return (
    <Group title="Tax" lead="For the charge and the receipt.">
      <div className="max-w-md">
        <Field
          label="VAT rate"
          error={error}
          hint={isRequired ? "Nothing is chosen for a new product: most food is zero-rated." : undefined}
        >
          {({ id }) => (
            <Choice
              id={id}
              value={vat}
              options={VAT}
              placeholder={isRequired ? "Choose the VAT rate" : "Custom rate"}
              onChoose={onChoose}
            />
          )}
        </Field>
      </div>
    </Group>
  )
}
