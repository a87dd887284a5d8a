import {
  createElement,
  useId,
  useRef,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type RefAttributes,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "react"
import { classNames } from "./class-names"
import { optionalPart } from "./lazy-part"

interface FieldFrame {
  label: string
  hint?: string | undefined
  error?: string | undefined
}

type FieldWith<Attributes> = (props: FieldFrame & Attributes) => ReactNode

/** A labelled control with its hint and its error tied to it, so that they are read together. */
function fieldOf(control: "input" | "textarea" | "select") {
  const controlClass = classNames("field__control", control === "select" && "field__control--select")
  return function Field({ label, hint, error, ...attributes }: FieldFrame) {
    const id = useId()
    const hintId = hint && `${id}-hint`
    const errorId = error && `${id}-error`
    return (
      <div className={classNames("field", error && "field--wrong")}>
        <label className="field__label" htmlFor={id}>
          {label}
        </label>
        {createElement(control, {
          className: controlClass,
          ...attributes,
          id,
          "aria-invalid": error ? true : undefined,
          "aria-describedby": [errorId, hintId].filter(Boolean).join(" ") || undefined,
        })}
        {error && (
          <p id={errorId} className="field__error">
            {error}
          </p>
        )}
        {hint && (
          <p id={hintId} className="field__hint">
            {hint}
          </p>
        )}
      </div>
    )
  }
}

export const TextField: FieldWith<InputHTMLAttributes<HTMLInputElement> & RefAttributes<HTMLInputElement>> =
  fieldOf("input")
export const TextArea: FieldWith<TextareaHTMLAttributes<HTMLTextAreaElement>> = fieldOf("textarea")
export const SelectField: FieldWith<SelectHTMLAttributes<HTMLSelectElement>> = fieldOf("select")

type Given = Partial<FieldFrame> & InputHTMLAttributes<HTMLInputElement>

export const NameField = (props: Given) => (
  <TextField label="Name" name="name" autoComplete="name" autoCapitalize="words" maxLength={120} {...props} />
)

const EmailHint = optionalPart(async () => (await import("./email-hint")).EmailHint)

export function EmailField(props: Given) {
  const input = useRef<HTMLInputElement>(null)
  const [wasLeft, setWasLeft] = useState(false)
  return (
    <div>
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        required
        {...props}
        ref={input}
        onBlur={() => setWasLeft(true)}
      />
      {wasLeft && <EmailHint input={input} />}
    </div>
  )
}

export const PhoneField = (props: Given) => (
  <TextField label="Phone" name="phone" type="tel" inputMode="tel" autoComplete="tel" {...props} />
)

/** A box to tick; never ticked beforehand. */
export function CheckField({
  label,
  error,
  ...input
}: { label: ReactNode; error?: string | undefined } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <div className={classNames("field", error && "field--wrong")}>
      <label className="check">
        <input
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          {...input}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className="field__error">
          {error}
        </p>
      )}
    </div>
  )
}
