import { replyWithin } from "@brand/brand.json"
import { contact } from "@brand/copy/contact"
import { shippingOptionsQuery } from "../api/catalogue"
import { ContactSection } from "../features/contact/contact"
import { PageSeo } from "../features/page-seo/page-seo"
import { PageHead, Section } from "../ui/page-head"
import { latePart } from "./late-part"
import type { PageLoad } from "./page-types"

const { Part: TopQuestions, loadPart } = latePart(
  async () => (await import("../features/faq/faq-accordion")).TopQuestions,
)
export const loadRest = loadPart

export const load: PageLoad = ({ prefetch }) => prefetch(shippingOptionsQuery())

export function Component() {
  return (
    <>
      <div className="wrap page">
        <PageSeo title="Contact" description={contact.description} />
        <PageHead
          title="Contact us"
          lead={`We read every message ourselves and reply to emails within ${replyWithin}.`}
        />
        <ContactSection formId="contact-form" />
      </div>
      <TopQuestions title="Most asked questions" />
      <Section title="Where we are">
        <img
          className="location"
          src="/art/location.svg"
          alt={contact.mapAlt}
          width={1200}
          height={420}
          loading="lazy"
        />
      </Section>
    </>
  )
}
