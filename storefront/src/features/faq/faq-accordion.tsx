import { useQuery } from "@tanstack/react-query"
import { shippingOptionsQuery } from "../../api/catalogue"
import { useBusinessDetails } from "../../lib/business-details"
import { Accordion } from "../../ui/accordion"
import { faqSections, topQuestions } from "./questions"

export function TopQuestions({ name }: { name: string }) {
  const { cards } = useBusinessDetails()
  const { data: options } = useQuery(shippingOptionsQuery())
  return <Accordion name={name} items={topQuestions(options ?? [], cards)} />
}

export function AllQuestions() {
  const { cards } = useBusinessDetails()
  const { data: options } = useQuery(shippingOptionsQuery())
  return faqSections(options ?? [], cards).map((section) => (
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
