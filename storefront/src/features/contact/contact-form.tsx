import type { ContactMessage } from "@shop/contracts"
import { useMutation } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { fieldErrorsOf } from "../../api/api-error"
import { sendMessage } from "../../api/contact"
import { loadSchemas } from "../../api/load-schemas"
import { Button } from "../../ui/button"
import { CheckField, TextArea, TextField } from "../../ui/field"
import { ErrorSummary, useForm } from "../../ui/form"
import { Icon } from "../../ui/icon"
import { showToast } from "../../ui/toast-store"

/** The contact form, and the confirmation after sending. */
export function ContactForm() {
  const sending = useMutation(sendMessage())
  if (sending.isSuccess) return <MessageReceived onAgain={sending.reset} />
  return <MessageForm isSending={sending.isPending} onSend={(message) => sending.mutateAsync(message)} />
}

function MessageForm({
  isSending,
  onSend,
}: {
  isSending: boolean
  onSend: (message: ContactMessage) => Promise<unknown>
}) {
  const form = useForm(
    async () => (await loadSchemas()).contactMessageSchema,
    readMessage,
    (message, element) => {
      onSend(message)
        .then(() =>
          showToast({
            title: "Message sent",
            description: "Thank you for contacting us. We'll get back to you soon.",
          }),
        )
        .catch((error: unknown) => {
          showToast({
            tone: "destructive",
            title: "Error",
            description: "There was a problem sending your message. Please try again.",
          })
          form.showErrors(fieldErrorsOf(error), element)
        })
    },
  )
  const { errors } = form

  return (
    // Without a dialog around it this method sends nothing, should the button be pressed before the form's code is loaded.
    <form
      method="dialog"
      className="form"
      noValidate
      onSubmit={form.onSubmit}
      onChange={form.onChange}
      onBlur={form.onBlur}
    >
      <ErrorSummary problems={form.problems} />
      <div className="form__pair">
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          required
          maxLength={120}
          error={errors.name}
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
      </div>
      <TextField label="Subject" name="subject" required maxLength={200} error={errors.subject} />
      <TextArea label="Message" name="message" required rows={6} maxLength={5000} error={errors.message} />
      <CheckField
        name="consent"
        required
        error={errors.consent}
        label={
          <>
            I agree that you may use my details to reply to this message, as set out in the{" "}
            <a href="/policies/privacy" target="_blank">
              Privacy Policy
            </a>
            .
          </>
        }
      />
      <Button type="submit" size="large" ariaDisabled={isSending}>
        {isSending ? "Sending..." : "Send Message"}
      </Button>
    </form>
  )
}

function MessageReceived({ onAgain }: { onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form disappears together with the focused button.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="message-received">
      <span className="done-mark">
        <Icon name="check" />
      </span>
      <h3 ref={heading} tabIndex={-1} className="view-heading">
        Message Received
      </h3>
      <p>Thank you for getting in touch. We reply to emails within 24 hours.</p>
      <Button look="secondary" onClick={onAgain}>
        Send Another Message
      </Button>
    </div>
  )
}

function readMessage(form: HTMLFormElement): unknown {
  const { consent, ...texts } = Object.fromEntries(new FormData(form))
  return { name: "", email: "", subject: "", message: "", ...texts, consent: consent !== undefined }
}
