import { Hint, Input, Label, RadioGroup, Textarea } from "@medusajs/ui"
import { useId, type ComponentProps, type ReactNode } from "react"

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | null
}

function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & {
  children: (control: { id: string; "aria-describedby": string; "aria-invalid": boolean }) => ReactNode
}) {
  const id = useId()
  const about = `${id}-about`
  const isWrong = Boolean(error)
  return (
    <div className="flex flex-col gap-y-1">
      <Label htmlFor={id} size="small" weight="plus">
        {label}
      </Label>
      {children({ id, "aria-describedby": about, "aria-invalid": isWrong })}
      <div id={about}>{isWrong ? <Hint variant="error">{error}</Hint> : hint && <Hint>{hint}</Hint>}</div>
    </div>
  )
}

/** Of a `RadioGroup`. */
export function Choice({ value, label, isDisabled = false }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-x-2">
      <RadioGroup.Item value={value} id={id} disabled={isDisabled} className="shrink-0" />
      <Label htmlFor={id} size="small">
        {label}
      </Label>
    </div>
  )
}

interface ChoiceProps {
  value: string
  label: string
  isDisabled?: boolean
}

type Typed<Control> = Omit<Control, "value" | "onChange"> &
  FieldProps & { value: string; onText: (text: string) => void }

export function TextField({
  label,
  hint,
  error = null,
  onText,
  ...input
}: Typed<ComponentProps<typeof Input>>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          {...input}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  )
}

export function LongTextField({
  label,
  hint,
  error = null,
  onText,
  ...area
}: Typed<ComponentProps<typeof Textarea>>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Textarea {...control} {...area} onChange={(event) => onText(event.target.value)} />}
    </Field>
  )
}
