import { Checkbox, Hint, Label } from "@medusajs/ui"
import { ALLERGENS, type Allergen } from "@shop/contracts"
import { useId, type ReactNode } from "react"

interface AllergenChecksProps {
  legend: string
  value: readonly Allergen[]
  disabled?: boolean
  error?: string | undefined
  onChange: (allergens: readonly Allergen[]) => void
  children?: ReactNode
}

/** The 14 allergens, to be ticked. */
export function AllergenChecks({ legend, value, disabled, error, onChange, children }: AllergenChecksProps) {
  return (
    <fieldset className="flex flex-col gap-y-2">
      <legend className="txt-compact-small-plus pb-2">{legend}</legend>
      {children}
      <div className="grid grid-cols-2 gap-2 md:grid-cols-3">
        {ALLERGENS.map((allergen) => (
          <Check
            key={allergen}
            label={allergen}
            isChecked={value.includes(allergen)}
            disabled={disabled === true}
            onCheck={(isChecked) =>
              onChange(isChecked ? [...value, allergen] : value.filter((other) => other !== allergen))
            }
          />
        ))}
      </div>
      {error && <Hint variant="error">{error}</Hint>}
    </fieldset>
  )
}

interface CheckProps {
  label: string
  isChecked: boolean
  disabled?: boolean
  onCheck: (isChecked: boolean) => void
}

/** A box to be ticked, with its words beside it. */
export function Check({ label, isChecked, disabled = false, onCheck }: CheckProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-x-2">
      <Checkbox
        id={id}
        checked={isChecked}
        disabled={disabled}
        onCheckedChange={(checked) => onCheck(checked === true)}
      />
      <Label htmlFor={id} size="small">
        {label}
      </Label>
    </div>
  )
}
