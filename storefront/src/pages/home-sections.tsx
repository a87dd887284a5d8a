import { ContactSection } from "../features/contact/contact-section"
import { TopQuestions } from "../features/faq/faq-accordion"
import { ButtonLink } from "../ui/button"
import { Section } from "../ui/section"

/** The home page's last sections, far below the first screen. */
export function HomeSections() {
  return (
    <>
      <Section
        title="Questions, answered"
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
