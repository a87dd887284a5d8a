import { useMutation } from "@tanstack/react-query"
import { failureMessage, fieldErrorsOf } from "../../api/api-error"
import { findOrder } from "../../api/find-order"
import { loadSchemas } from "../../api/load-schemas"
import { Button } from "../../ui/button"
import { TextField } from "../../ui/field"
import { ErrorSummary, useForm } from "../../ui/form"
import { Icon } from "../../ui/icon"
import { Notice } from "../../ui/notice"
import { ViewHeading } from "../../ui/page-head"

/** Emails an order's link again. The answer never tells whether the order exists. */
export function FindOrderForm() {
  const finding = useMutation(findOrder())
  const form = useForm(
    async () => (await loadSchemas()).findOrderSchema,
    readSearch,
    (search, element) => {
      finding.mutateAsync(search).catch((error: unknown) => {
        form.showErrors(fieldErrorsOf(error), element)
      })
    },
  )
  const { errors } = form
  if (finding.isSuccess) {
    return (
      <div className="message-received">
        <span className="done-mark">
          <Icon name="mail" />
        </span>
        <ViewHeading>Check your inbox</ViewHeading>
        <p>
          If we find a matching order, we'll email the link to the address you used. It can take a few
          minutes.
        </p>
        <Button look="secondary" onClick={finding.reset}>
          Find another order
        </Button>
      </div>
    )
  }
  return (
    <form
      className="form"
      aria-label="Find an order"
      noValidate
      onSubmit={form.onSubmit}
      onChange={form.onChange}
      onBlur={form.onBlur}
    >
      <ErrorSummary problems={form.problems} />
      <TextField
        label="Order number"
        name="number"
        inputMode="numeric"
        autoComplete="off"
        required
        maxLength={10}
        hint="It is in the subject of your confirmation email."
        error={errors.number}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        error={errors.email}
      />
      {finding.isError && Object.keys(errors).length === 0 && (
        <Notice tone="danger" role="alert" title="We could not look for it">
          <p>{failureMessage(finding.error)}</p>
        </Notice>
      )}
      <Button type="submit" size="large" ariaDisabled={finding.isPending}>
        {finding.isPending ? "Sending..." : "Email me the link"}
      </Button>
    </form>
  )
}

function readSearch(form: HTMLFormElement): unknown {
  const { number, email } = Object.fromEntries(new FormData(form))
  const digits = typeof number === "string" ? number.trim().replace(/^#/, "") : ""
  return { email: email ?? "", number: /^\d+$/.test(digits) ? Number(digits) : undefined }
}
