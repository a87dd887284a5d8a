import { type SyntheticEvent, useRef, useState } from "react"
import type { output as Output, ZodMiniType } from "zod/mini"
import { Notice } from "./notice"

export type FieldErrors = Readonly<Record<string, string>>

/**
 * A form that its schema validates on submit, and from then on while it is corrected. The first invalid field gets
 * the focus once its message is shown. Without a network the check waits if the schema is not loaded yet.
 */
export function useForm<Schema extends ZodMiniType>(
  source: Schema | (() => Promise<Schema>),
  read: (form: HTMLFormElement) => unknown,
  onValid: (value: Output<Schema>, form: HTMLFormElement) => void,
) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const isChecking = useRef(false)
  const loadSchema = async () => (typeof source === "function" ? source() : source)

  const show = (next: FieldErrors, form: HTMLFormElement) => {
    setErrors(next)
    requestAnimationFrame(() => focusFirst(form, next))
  }

  return {
    errors,
    /** Shows the shop's messages; null when it rejected something else. */
    showErrors: (found: FieldErrors | null, form: HTMLFormElement) => {
      if (found) show(found, form)
    },
    onChange: ({ currentTarget: form }: SyntheticEvent<HTMLFormElement>) => {
      if (wasSubmitted) void loadSchema().then((schema) => setErrors(errorsOf(schema, read(form))))
    },
    onSubmit: (event: SyntheticEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (isChecking.current) return
      isChecking.current = true
      const form = event.currentTarget
      setWasSubmitted(true)
      loadSchema()
        .then((schema) => {
          const result = schema.safeParse(read(form))
          if (!result.success) {
            show(errorsOf(schema, read(form)), form)
            return
          }
          setErrors({})
          onValid(result.data, form)
        }, reportError)
        .finally(() => (isChecking.current = false))
    },
    reset: () => {
      setErrors({})
      setWasSubmitted(false)
    },
  }
}

/** The first message of each invalid field. */
export function errorsOf(schema: ZodMiniType, value: unknown): FieldErrors {
  const result = schema.safeParse(value)
  const errors: Record<string, string> = {}
  for (const issue of result.error?.issues ?? []) {
    const field = String(issue.path[0] ?? "")
    errors[field] ??= issue.message
  }
  return errors
}

function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  for (const control of form.elements) {
    if (
      control instanceof HTMLElement &&
      "name" in control &&
      typeof control.name === "string" &&
      errors[control.name]
    ) {
      control.focus()
      return
    }
  }
}

/** All messages of a form, above it. */
export function ErrorSummary({ errors }: { errors: FieldErrors }) {
  const messages = [...new Set(Object.values(errors))]
  if (messages.length === 0) return null
  return (
    <Notice tone="danger" role="alert" title="Please check the form">
      <ul className="error-summary">
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Notice>
  )
}
