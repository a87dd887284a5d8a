import { ButtonLink } from "../../ui/button"
import { Icon } from "../../ui/icon"

/** The first screen of the home page. */
export function Hero() {
  return (
    <section className="hero">
      <img className="hero__art" src="/art/hero.svg" alt="" width={1600} height={1000} fetchPriority="high" />
      <div className="wrap hero__inner">
        <div className="hero__text">
          <h1>Delicious Treats Delivered to Your Door</h1>
          <p className="hero__lead">
            Fruit gummies, single-origin honey, natural sugars and plant concentrates, made and packed in
            small batches in our London kitchen.
          </p>
          <div className="hero__buttons">
            <ButtonLink to="/products" size="large">
              Shop Now
            </ButtonLink>
            <ButtonLink to="/about" size="large" look="secondary">
              <span>Learn More</span>
              <span className="visually-hidden">about us</span>
            </ButtonLink>
          </div>
          <p className="hero__note">
            <Icon name="truck" />
            UK delivery only, 2-3 business days
          </p>
        </div>
      </div>
    </section>
  )
}
