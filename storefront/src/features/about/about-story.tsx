import { about } from "@brand/copy/about"
import { useBusinessDetails } from "../../lib/business-details"
import { ButtonLink } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { Section } from "../../ui/page-head"

const differences = (takesCards: boolean): readonly { title: string; text: string }[] => [
  ...about.differences,
  takesCards
    ? { title: "Pay your way", text: "Bitcoin or card, same price." }
    : { title: "Paid with Bitcoin", text: "From any wallet, without an account." },
  { title: "UK only, on purpose", text: "Shorter journeys, and parcels that arrive fresh." },
]

export function AboutStory() {
  const { cards } = useBusinessDetails()
  return (
    <>
      <section className="about-hero">
        <div className="wrap about-hero__inner">
          <div>
            <h1>{about.title}</h1>
            <p className="about-hero__lead">{about.lead}</p>
            <p>{about.story}</p>
          </div>
          <img src="/art/about.svg" alt="" width={640} height={640} />
        </div>
      </section>
      <Section title="What we stand for">
        <ul className="value-grid">
          {about.values.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon name={icon} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Our commitments" className="section--split section--sunk">
        <ul className="commitments">
          {about.commitments.map((text) => (
            <li key={text}>
              <Icon name="check" />
              {text}
            </li>
          ))}
        </ul>
      </Section>
      <Section title="What makes us different">
        <ol className="differences">
          {differences(cards !== null).map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="The people" className="section--sunk">
        <ul className="value-grid people">
          {about.people.map(({ name, job, text, art }) => (
            <li key={name}>
              <img src={art} alt="" width={160} height={160} loading="lazy" />
              <h3>
                {name} <small>{job}</small>
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <div className="about-links">
          <ButtonLink to="/products">{about.productsLink}</ButtonLink>
          <ButtonLink to="/contact" look="secondary">
            Get in touch
          </ButtonLink>
        </div>
      </Section>
    </>
  )
}
