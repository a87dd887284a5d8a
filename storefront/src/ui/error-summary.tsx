import type { FieldErrors } from "./use-form"
import { Notice } from "./notice"

/** All that is wrong with a form, above it. */
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
