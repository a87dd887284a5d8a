import { Hint, Input, Label, Textarea } from "@medusajs/ui"
import { useId, type ComponentProps, type ReactNode } from "react"

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  children: (control: { id: string; "aria-describedby": string; "aria-invalid": boolean }) => ReactNode
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const about = `${id}-about`
  return (
    <div className="flex flex-col gap-y-1">
      <Label htmlFor={id} size="small" weight="plus">
        {label}
      </Label>
      {children({ id, "aria-describedby": about, "aria-invalid": error !== undefined })}
      <div id={about}>{error ? <Hint variant="error">{error}</Hint> : hint && <Hint>{hint}</Hint>}</div>
    </div>
  )
}

interface TextFieldProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange"> {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  value: string
  onText: (text: string) => void
}

export function TextField({ label, hint, error, onText, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Input {...control} {...input} onChange={(event) => onText(event.target.value)} />}
    </Field>
  )
}

interface LongTextFieldProps extends Omit<TextFieldProps, keyof ComponentProps<typeof Input>> {
  label: string
  value: string
  placeholder?: string
  rows?: number
  maxLength?: number
}

export function LongTextField({ label, hint, error, onText, ...area }: LongTextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Textarea {...control} {...area} onChange={(event) => onText(event.target.value)} />}
    </Field>
  )
}
