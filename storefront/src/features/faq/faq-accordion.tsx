import { useQuery } from "@tanstack/react-query"
import { shippingOptionsQuery } from "../../api/catalogue"
import { useBusinessDetails } from "../../lib/business-details"
import { Accordion } from "../../ui/accordion"
import { ButtonLink } from "../../ui/button"
import { Section } from "../../ui/page-head"
import { type FaqSection, faqSections } from "./questions"

/** All questions. The delivery prices are the current ones, so no answer can promise another. */
export function useFaq(): FaqSection[] {
  const { cards } = useBusinessDetails()
  const { data: options } = useQuery(shippingOptionsQuery())
  return faqSections(options ?? [], cards)
}

export function TopQuestions({ title }: { title: string }) {
  const items = useFaq().flatMap((section) => section.items.slice(0, 2))
  return (
    <Section
      title={title}
      className="section--split section--sunk"
      aside={
        <ButtonLink to="/faq" look="secondary">
          All questions
        </ButtonLink>
      }
    >
      <Accordion name="top-questions" items={items} />
    </Section>
  )
}

export function AllQuestions() {
  return useFaq().map((section) => (
    <section
      key={section.id}
      id={section.id}
      className="faq-section"
      aria-labelledby={`${section.id}-heading`}
    >
      <h2 id={`${section.id}-heading`}>{section.title}</h2>
      <Accordion name={`faq-${section.id}`} items={section.items} />
    </section>
  ))
}
