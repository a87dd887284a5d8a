import type { VatCategory } from "@shop/contracts"
import { Field } from "../components/fields"
import { Choice, Group } from "./form-parts"

const VAT: Record<VatCategory, string> = {
  zero: "Zero-rated: most food",
  standard: "20 %: sweets, drinks, syrups for drinks",
  reduced: "5 %: reduced",
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
