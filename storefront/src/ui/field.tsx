import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "react"
import { classNames } from "./class-names"

interface FieldFrame {
  label: string
  hint?: string | undefined
  error?: string | undefined
}

interface Described {
  id: string
  "aria-invalid": true | undefined
  "aria-describedby": string | undefined
}

/** A labelled field with its hint and its error tied to the control, so that they are read together. */
function Field({
  label,
  hint,
  error,
  children,
}: FieldFrame & { children: (control: Described) => ReactNode }) {
  const id = useId()
  const hintId = hint && `${id}-hint`
  const errorId = error && `${id}-error`
  const describedBy = [errorId, hintId].filter(Boolean).join(" ") || undefined
  return (
    <div className={classNames("field", error && "field--wrong")}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy })}
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

/** One line of text. */
export function TextField({
  label,
  hint,
  error,
  ...input
}: FieldFrame & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input className="field__control" {...input} {...control} />}
    </Field>
  )
}

/** Several lines of text. */
export function TextArea({
  label,
  hint,
  error,
  ...textarea
}: FieldFrame & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea className="field__control" {...textarea} {...control} />}
    </Field>
  )
}

/** One of a list. */
export function SelectField({
  label,
  hint,
  error,
  ...select
}: FieldFrame & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <select className="field__control field__control--select" {...select} {...control} />}
    </Field>
  )
}

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
