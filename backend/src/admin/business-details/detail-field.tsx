import { Hint, Input, Label } from "@medusajs/ui"

interface FactFieldProps {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  complaint?: string | undefined
  type?: "text" | "email" | "tel" | "url"
  required?: boolean
}

/** The input of one detail, with its error. */
export function DetailField({ id, label, hint, complaint, value, onChange, type, required }: FactFieldProps) {
  const noteId = `${id}-note`
  const note = complaint ?? hint
  return (
    <div className="flex flex-col gap-y-1">
      <Label htmlFor={id} size="small" weight="plus">
        {label}
        {!required && <span className="text-ui-fg-muted font-normal"> (optional)</span>}
      </Label>
      <Input
        id={id}
        type={type ?? "text"}
        value={value}
        required={required}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={complaint !== undefined}
        aria-describedby={note ? noteId : undefined}
      />
      {note && (
        <Hint id={noteId} variant={complaint ? "error" : "info"}>
          {note}
        </Hint>
      )}
    </div>
  )
}
