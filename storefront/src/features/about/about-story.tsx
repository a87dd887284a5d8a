import { FOUNDED, useBusinessDetails } from "../../lib/business-details"
import { ButtonLink } from "../../ui/button"
import { Icon, type IconName } from "../../ui/icon"
import { Section } from "../../ui/section"

const VALUES: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: "leaf",
    title: "Natural quality",
    text: "Fruit, honey, sugars and plants, bought from people we know by name.",
  },
  {
    icon: "user",
    title: "Customer care",
    text: "You'll hear from one of us within a day, and we'll put it right.",
  },
  {
    icon: "shield",
    title: "Integrity and trust",
    text: "What is on the label is what is in the jar, and the price you see is the price you pay.",
  },
]

const COMMITMENTS = [
  "No artificial colours or flavours in anything we make.",
  "Short ingredient lists, and a straight answer when you ask.",
  "Packaging you can put in your kerbside recycling.",
  "No trackers on this site and no data sold, ever.",
]

const differences = (takesCards: boolean): readonly { title: string; text: string }[] => [
  { title: "Small batches", text: "Forty trays at a time, tasted before they are packed." },
  { title: "Named origins", text: "Every jar of honey says where it comes from." },
  { title: "Sugars with flavour", text: "Unrefined, and chosen for what they do in a cup or a cake." },
  takesCards
    ? { title: "Pay your way", text: "Bitcoin or card, same price." }
    : { title: "Paid with Bitcoin", text: "From any wallet, without an account." },
  { title: "UK only, on purpose", text: "Shorter journeys, and parcels that arrive fresh." },
]

/** Each picture is a square part of one of the shop's drawings. */
const TEAM: readonly { name: string; job: string; text: string; art: string }[] = [
  {
    name: "Ruth",
    job: "Head of the kitchen",
    text: "Stirs, sets and tastes. If a batch isn't right, it doesn't leave the kitchen.",
    art: "/art/about.svg#svgView(viewBox(30,376,412,412))",
  },
  {
    name: "Daniel",
    job: "Buyer",
    text: "Visits hives, orchards and mills, and comes back with sticky notebooks.",
    art: "/art/no-results.svg#svgView(viewBox(186,62,300,300))",
  },
  {
    name: "Amina",
    job: "Packing",
    text: "Wraps your parcel by hand and posts it the same day.",
    art: "/art/order-success.svg#svgView(viewBox(116,26,400,400))",
  },
]

export function AboutStory() {
  const { cards } = useBusinessDetails()
  return (
    <>
      <section className="about-hero">
        <div className="wrap about-hero__inner">
          <div>
            <h1>Made slowly, in a London kitchen</h1>
            <p className="about-hero__lead">
              We started in {FOUNDED} with one copper pan, a crate of Kent blackberries and a neighbour&apos;s
              honey. The first gummies went to friends, and the friends told everyone else.
            </p>
            <p>
              Since then we have got to know our beekeepers, learnt to boil sugar slowly, and learnt what to
              leave out. What we make is still what we want to eat: gummies that taste of fruit, honey from
              one place, sugars with character, and concentrates so strong that a spoonful is enough.
            </p>
          </div>
          <img src="/art/about.svg" alt="" width={640} height={640} />
        </div>
      </section>
      <img src="/art/location.svg" alt="" width={1200} height={420} loading="lazy" className="about-band" />
      <Section title="What we stand for">
        <ul className="value-grid">
          {VALUES.map(({ icon, title, text }) => (
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
          {COMMITMENTS.map((text) => (
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
          {TEAM.map(({ name, job, text, art }) => (
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
          <ButtonLink to="/products">See what we make</ButtonLink>
          <ButtonLink to="/contact" look="secondary">
            Get in touch
          </ButtonLink>
        </div>
      </Section>
    </>
  )
}
