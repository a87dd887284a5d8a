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
            In {FOUNDED} we began making fruit and honey sweets by hand, because the sweets we wanted to eat
            were hard to find: short ingredient lists, real fruit, sugars that taste of the place they come
            from.
          </p>
          <p>
            The pans are bigger now. The recipes and the people are the same, and so is the kitchen table
            where we taste every batch.
          </p>
          <ButtonLink to="/about" look="secondary">
            More about us
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
