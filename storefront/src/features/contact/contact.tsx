import { replyWithin } from "@brand/brand.json"
import { DATA_COMPLAINT_SUBJECT, type ContactMessage } from "@shop/contracts"
import { useMutation, mutationOptions } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { useLocation } from "react-router-dom"
import { lateParserOf } from "../../api/load-schemas"
import { command } from "../../api/request"
import { callHref, useBusinessDetails } from "../../lib/business-details"
import { DATA_COMPLAINT_SEARCH } from "../../lib/links"
import { Button } from "../../ui/button"
import { CheckField, EmailField, NameField, TextArea, TextField } from "../../ui/field"
import { ErrorSummary, fieldsOf, useForm } from "../../ui/form"
import { Icon } from "../../ui/icon"
import { SocialLinks } from "../../ui/social-links"
import { showError, showToast } from "../../ui/toast-store"

const schema = lateParserOf("contactMessageSchema")

export function ContactSection({ formId }: { formId?: string }) {
  const facts = useBusinessDetails()
  return (
    <div className="contact">
      <div className="contact__panel">
        <ul className="contact__ways">
          <li>
            <Icon name="pin" />
            <address>{facts.address}</address>
          </li>
          <li>
            <Icon name="mail" />
            <div>
              <a href={`mailto:${facts.email}`}>{facts.email}</a>
              <p>We reply within {replyWithin}.</p>
            </div>
          </li>
          <li>
            <Icon name="phone" />
            <a href={callHref(facts)}>{facts.phone}</a>
          </li>
          {facts.hours.length > 0 && (
            <li>
              <Icon name="clock" />
              <dl className="contact__hours">
                {facts.hours.map(({ days, hours }) => (
                  <div key={days}>
                    <dt>{days}</dt>
                    <dd>{hours}</dd>
                  </div>
                ))}
              </dl>
            </li>
          )}
        </ul>
        <SocialLinks profiles={facts.social} />
      </div>
      <div className="contact__form" id={formId}>
        <ContactForm />
      </div>
    </div>
  )
}

export const sendMessage = () =>
  mutationOptions({
    mutationFn: (body: ContactMessage) => command("/api/contact", { method: "POST", body }),
  })

/** The privacy policy's link to the form chooses this subject. Suggestions are no rule: any subject may be typed. */
const SUBJECTS_ID = "contact-subjects"
const SUBJECTS = ["My order", "A product", DATA_COMPLAINT_SUBJECT]

function ContactForm() {
  const { search } = useLocation()
  const sending = useMutation({
    ...sendMessage(),
    onSuccess: () =>
      showToast({
        title: "Message sent",
        description: "Thank you for contacting us. We'll get back to you soon.",
      }),
    onError: () => showError("Error", "There was a problem sending your message. Please try again."),
  })
  const form = useForm({
    schema,
    read: readMessage,
    send: (message) => sending.mutateAsync(message),
  })
  const { errors } = form
  if (sending.isSuccess) return <MessageReceived onAgain={sending.reset} />

  return (
    // Without a dialog around it this method sends nothing, should the button be pressed before the form's code is loaded.
    <form method="dialog" className="form" {...form.attributes}>
      <ErrorSummary problems={form.problems} />
      <div className="form__pair">
        <NameField required error={errors.name} />
        <EmailField error={errors.email} />
      </div>
      <TextField
        label="Subject"
        name="subject"
        required
        maxLength={200}
        list={SUBJECTS_ID}
        defaultValue={search === DATA_COMPLAINT_SEARCH ? DATA_COMPLAINT_SUBJECT : undefined}
        error={errors.subject}
      />
      <datalist id={SUBJECTS_ID}>
        {SUBJECTS.map((subject) => (
          <option key={subject} value={subject} />
        ))}
      </datalist>
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
      <Button type="submit" size="large" ariaDisabled={sending.isPending}>
        {sending.isPending ? "Sending..." : "Send Message"}
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
      <p>Thank you for getting in touch. We reply to emails within {replyWithin}.</p>
      <Button look="secondary" onClick={onAgain}>
        Send Another Message
      </Button>
    </div>
  )
}

function readMessage(form: HTMLFormElement): unknown {
  const { consent, ...texts } = fieldsOf(form)
  return { ...texts, consent: consent !== undefined }
}
