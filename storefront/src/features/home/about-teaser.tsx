import { FOUNDED } from "../../lib/business-details"
import { ButtonLink } from "../../ui/button"

export function AboutTeaser() {
  return (
    <section className="section about-teaser" aria-labelledby="about-heading">
      <div className="wrap about-teaser__inner">
        <img src="/art/about.svg" alt="" width={640} height={640} loading="lazy" />
        <div>
          <h2 id="about-heading">Our story began in a London kitchen</h2>
          <p>
            In {FOUNDED} we began setting fruit and honey by hand, because the sweets we wanted to eat were
            hard to find: short ingredient lists, real fruit, sugars that taste of where they come from.
          </p>
          <p>
            The pans are bigger now. The recipes, the people and the kitchen table where every batch is tasted
            are the same.
          </p>
          <ButtonLink to="/about" look="secondary">
            More about us
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
