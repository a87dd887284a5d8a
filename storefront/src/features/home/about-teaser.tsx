import { homeSections } from "@brand/copy/home-sections"
import { ButtonLink } from "../../ui/button"

export function AboutTeaser() {
  const { story } = homeSections
  return (
    <section className="section about-teaser" aria-labelledby="about-heading">
      <div className="wrap about-teaser__inner">
        <img src="/art/about.svg" alt="" width={640} height={640} loading="lazy" />
        <div>
          <h2 id="about-heading">{story.title}</h2>
          {story.paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <ButtonLink to="/about" look="secondary">
            More about us
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
