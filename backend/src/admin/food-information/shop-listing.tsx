import type { VatCategory } from "@shop/contracts"
import { useId } from "react"
import { useTranslation } from "react-i18next"
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
  const { t } = useTranslation("shop")
  const badges = useId()
  return (
    <Group title={t("food.listing.title")}>
      <div className="max-w-md">
        <TextField
          label={t("common.badge")}
          hint={t("food.listing.badgeHint")}
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
        label={t("food.listing.featured")}
        isOn={draft.isFeatured}
        onSwitch={(isFeatured) => set({ isFeatured })}
      />
    </Group>
  )
}

interface TaxProps {
  vat: VatCategory | null
  error: string | undefined
  /** Staff have to choose; otherwise no choice means a rate of their own in Medusa. */
  isRequired: boolean
  onChoose: (vat: VatCategory) => void
}

export function Tax({ vat, error, isRequired, onChoose }: TaxProps) {
  const { t } = useTranslation("shop")
  return (
    <Group title={t("food.tax.title")} lead={t("food.tax.lead")}>
      <div className="max-w-md">
        <Field
          label={t("food.tax.rate")}
          error={error}
          hint={isRequired ? t("food.tax.rateHint") : undefined}
        >
          {({ id }) => (
            <Choice
              id={id}
              value={vat}
              options={{
                zero: t("food.tax.rates.zero"),
                standard: t("food.tax.rates.standard"),
                reduced: t("food.tax.rates.reduced"),
              }}
              placeholder={isRequired ? t("food.tax.choose") : t("food.tax.custom")}
              onChoose={onChoose}
            />
          )}
        </Field>
      </div>
    </Group>
  )
}
