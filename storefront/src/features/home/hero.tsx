import { home } from "@brand/copy/home"
import { ButtonLink } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { isFree, useStandardDelivery } from "./standard-delivery"

/** The first screen of the home page. */
export function Hero() {
  const standard = useStandardDelivery()
  return (
    <section className="hero">
      <img className="hero__art" src="/art/hero.svg" alt="" width={1600} height={1000} fetchPriority="high" />
      <div className="wrap hero__inner">
        <div className="hero__text">
          <h1>{home.title}</h1>
          <p className="hero__lead">{home.lead}</p>
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
            <span>
              {isFree(standard) ? "Free UK delivery" : "UK delivery only"}, 2-3 business days
              {standard?.estimate && (
                <span className="hero__day">
                  Order and pay now: estimated <strong>{standard.estimate.label}</strong>
                </span>
              )}
            </span>
          </p>
        </div>
      </div>
    </section>
  )
}
