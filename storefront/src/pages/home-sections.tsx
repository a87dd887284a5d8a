import { AboutTeaser, BitcoinBanner, DeliveryInfo } from "../features/home/late-sections"
import { ContactSection } from "../features/contact/contact"
import { TopQuestions } from "../features/faq/faq-accordion"
import { ButtonLink } from "../ui/button"
import { Section } from "../ui/page-head"

/** The home page's last sections, far below the first screen. */
export function HomeSections() {
  return (
    <>
      <BitcoinBanner />
      <AboutTeaser />
      <DeliveryInfo />
      <Section
        title="Your questions, answered"
        className="section--split section--sunk"
        aside={
          <ButtonLink to="/faq" look="secondary">
            All questions
          </ButtonLink>
        }
      >
        <TopQuestions name="home-faq" />
      </Section>
      <Section title="Talk to us" id="contact">
        <ContactSection />
      </Section>
    </>
  )
}
