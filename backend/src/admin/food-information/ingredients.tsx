import { Button, Checkbox, Hint, Label, Text, Textarea } from "@medusajs/ui"
import { ALLERGENS, type Allergen } from "@shop/contracts"
import { useId, useRef, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Field } from "../components/fields"

interface IngredientsFieldProps {
  value: string
  error?: string | undefined
  onText: (text: string) => void
}

export function IngredientsField({ value, error, onText }: IngredientsFieldProps) {
  const { t } = useTranslation("shop")
  const area = useRef<HTMLTextAreaElement>(null)

  const mark = () => {
    const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {}
    const chosen = value.slice(selectionStart, selectionEnd).trim()
    if (chosen === "") return
    onText(`${value.slice(0, selectionStart)}**${chosen}**${value.slice(selectionEnd)}`)
    area.current?.focus()
  }

  return (
    <div className="flex flex-col gap-y-2">
      <Field label={t("food.facts.ingredients")} error={error} hint={t("food.facts.ingredientsHint")}>
        {(control) => (
          <Textarea
            {...control}
            ref={area}
            rows={4}
            value={value}
            placeholder={t("food.facts.ingredientsExample")}
            onChange={(event) => onText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex items-start gap-x-3">
        <Button type="button" size="small" variant="secondary" className="shrink-0" onClick={mark}>
          {t("food.facts.markAllergen")}
        </Button>
        <Text size="small" className="text-ui-fg-subtle pt-1">
          <Marked text={value} />
        </Text>
      </div>
    </div>
  )
}

export function Marked({ text }: { text: string }) {
  return text
    .split("**")
    .map((piece, index) => (index % 2 === 1 ? <strong key={index}>{piece}</strong> : piece))
}

interface AllergenChecksProps {
  legend: string
  value: readonly Allergen[]
  disabled?: boolean
  error?: string | undefined
  onChange: (allergens: readonly Allergen[]) => void
  children?: ReactNode
}

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
