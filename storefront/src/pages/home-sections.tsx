import { AboutTeaser, BitcoinBanner, DeliveryInfo } from "../features/home/late-sections"
import { ContactSection } from "../features/contact/contact"
import { TopQuestions } from "../features/faq/faq-accordion"
import { Section } from "../ui/page-head"

export function HomeSections() {
  return (
    <>
      <BitcoinBanner />
      <AboutTeaser />
      <DeliveryInfo />
      <TopQuestions title="Your questions, answered" />
      <Section title="Talk to us" id="contact">
        <ContactSection />
      </Section>
    </>
  )
}
