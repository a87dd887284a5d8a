import type { FindOrder } from "@shop/contracts"
import { useMutation, mutationOptions } from "@tanstack/react-query"
import { lateParserOf } from "../../api/load-schemas"
import { command } from "../../api/request"
import { Button } from "../../ui/button"
import { EmailField, TextField } from "../../ui/field"
import { ErrorSummary, fieldsOf, useForm } from "../../ui/form"
import { FailureNotice } from "../../ui/failure-notice"
import { Icon } from "../../ui/icon"
import { ViewHeading } from "../../ui/page-head"

const schema = lateParserOf("findOrderSchema")

export function FindOrderForm() {
  const finding = useMutation(findOrder())
  const form = useForm({
    schema,
    read: readSearch,
    send: (search) => finding.mutateAsync(search),
  })
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
    <form className="form" aria-label="Find an order" {...form.attributes}>
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
      <EmailField error={errors.email} />
      <FailureNotice title="We could not look for it" error={form.failure} />
      <Button type="submit" size="large" ariaDisabled={finding.isPending}>
        {finding.isPending ? "Sending..." : "Email me the link"}
      </Button>
    </form>
  )
}

function readSearch(form: HTMLFormElement): unknown {
  const { number, email } = fieldsOf(form)
  const digits = typeof number === "string" ? number.trim().replace(/^#/, "") : ""
  return { email, number: /^\d+$/.test(digits) ? Number(digits) : undefined }
}

/** Emails the link to an order to its buyer again. The answer never tells whether there is such an order. */
const findOrder = () =>
  mutationOptions({
    mutationFn: (search: FindOrder) => command("/api/orders/find", { method: "POST", body: search }),
  })
