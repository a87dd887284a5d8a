import { replyWithin } from "@brand/brand.json"
import { faq } from "@brand/copy/faq"
import { shippingOptionsQuery } from "../api/catalogue"
import { AllQuestions, useFaq } from "../features/faq/faq-accordion"
import { PageSeo } from "../features/page-seo/page-seo"
import { FaqStructuredData } from "../features/page-seo/structured-data"
import { useBusinessDetails } from "../lib/business-details"
import { ButtonLink } from "../ui/button"
import { PageHead } from "../ui/page-head"
import { PolicyLinks } from "../ui/policy-links"
import type { PageLoad } from "./page-types"

export const load: PageLoad = ({ prefetch }) => prefetch(shippingOptionsQuery())

export function Component() {
  const { cards } = useBusinessDetails()
  const sections = useFaq()
  return (
    <div className="wrap page">
      <PageSeo
        title="Questions and answers"
        description={`Paying with Bitcoin${cards ? " or by card" : ""}, delivery in the UK, ${faq.description}.`}
      />
      {import.meta.env.SSR && <FaqStructuredData items={sections.flatMap(({ items }) => items)} />}
      <PageHead title="Questions and answers" lead={faq.lead} />
      <div className="faq-page">
        <div className="faq-page__side">
          <nav aria-label="On this page" className="jump-links">
            <a href="#payment">Payment</a>
            <a href="#delivery">Delivery</a>
            <a href="#products">Products and returns</a>
          </nav>
          <section className="faq-policies" aria-labelledby="policies-heading">
            <h2 id="policies-heading">Policies in full</h2>
            <PolicyLinks label="Policies" />
          </section>
          <aside className="faq-more">
            <h2>Can't find your answer?</h2>
            <p>Ask us, and we'll reply within {replyWithin}.</p>
            <ButtonLink to="/contact" look="secondary">
              Ask us
            </ButtonLink>
          </aside>
        </div>
        <div>
          <img src="/art/bitcoin.svg" alt="" width={1200} height={640} className="faq-page__art" />
          <AllQuestions />
        </div>
      </div>
    </div>
  )
}
