import type { VatCategory } from "@shop/contracts"
import { useId } from "react"
import { Field, TextField } from "../components/fields"
import type { Draft } from "./draft"
import { Choice, Group, SwitchField } from "./form-parts"

const BADGES = ["Best Seller", "Organic", "Natural"]

interface ShopListingProps {
  draft: Draft
  errors: ReadonlyMap<string, string>
  set: (change: Partial<Draft>) => void
}

export function ShopListing({ draft, errors, set }: ShopListingProps) {
  const badges = useId()
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
      <SwitchField
        label="Featured: on the home page and first in lists"
        isOn={draft.isFeatured}
        onSwitch={(isFeatured) => set({ isFeatured })}
      />
    </Group>
  )
}

const VAT: Record<VatCategory, string> = {
  zero: "Zero-rated: most food",
  standard: "20%: sweets, drinks, other goods",
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
