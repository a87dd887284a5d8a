import { useBusinessDetails } from "../../lib/business-details"
import { Icon } from "../../ui/icon"
import { SocialLinks } from "../../ui/social-links"
import { ContactForm } from "./contact-form"

/** The contact details on the left, the form on the right. */
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
              <p>We reply within 24 hours.</p>
            </div>
          </li>
          <li>
            <Icon name="phone" />
            <a href={`tel:${facts.phone.replace(/\s/g, "")}`}>{facts.phone}</a>
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
