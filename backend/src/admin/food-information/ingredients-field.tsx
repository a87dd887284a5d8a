import { Button, Text, Textarea } from "@medusajs/ui"
import { useRef } from "react"
import { Field } from "../components/fields"

interface IngredientsFieldProps {
  value: string
  error?: string | undefined
  onText: (text: string) => void
}

/** The ingredients, with the allergens marked; below, how the shop shows them. */
export function IngredientsField({ value, error, onText }: IngredientsFieldProps) {
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
      <Field
        label="Ingredients"
        error={error}
        hint="As on the label, by weight. Select an allergen and mark it: the shop shows it in bold."
      >
        {(control) => (
          <Textarea
            {...control}
            ref={area}
            rows={4}
            value={value}
            placeholder="Sugar, butter (**milk**), glucose syrup (**wheat**), salt."
            onChange={(event) => onText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex items-start gap-x-3">
        <Button type="button" size="small" variant="secondary" className="shrink-0" onClick={mark}>
          Mark as allergen
        </Button>
        <Text size="small" className="text-ui-fg-subtle pt-1">
          <Marked text={value} />
        </Text>
      </div>
    </div>
  )
}

/** An ingredients list as the shop shows it. */
export function Marked({ text }: { text: string }) {
  return text
    .split("**")
    .map((piece, index) => (index % 2 === 1 ? <strong key={index}>{piece}</strong> : piece))
}
