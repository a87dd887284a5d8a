import { home } from "@brand/copy/home"
import { GUARANTEE } from "@brand/copy/product"
import { type ShippingOption, FEATURED_LIMIT, type Product } from "@shop/contracts"
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { shippingOptionsQuery, categoriesQuery } from "../../api/catalogue"
import { featuredProductsQuery } from "../../api/products"
import { categoryPath } from "../../lib/links"
import { useBusinessDetails } from "../../lib/business-details"
import { DELIVERY_TIMES } from "../../lib/delivery-time"
import { isFree } from "../../lib/money"
import { ButtonLink } from "../../ui/button"
import { Icon, type IconName } from "../../ui/icon"
import { LoadFailed } from "../../ui/load-states"
import { SkeletonCards } from "../../ui/skeleton-cards"
import { Picture } from "../../ui/picture"
import { PrefetchLink } from "../../ui/prefetch-link"
import { Section } from "../../ui/page-head"

const useStandardDelivery = (): ShippingOption | undefined =>
  useQuery(shippingOptionsQuery()).data?.find(({ id }) => id === "standard")

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
              {isFree(standard) ? "Free UK delivery" : "UK delivery only"}, {DELIVERY_TIMES.standard}
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

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

const CLAIMS: readonly { icon: IconName; title: string; text: string }[] = [
  { icon: "lock", title: "Secure SSL Checkout", text: "Your details are encrypted on their way to us." },
  { icon: "bitcoin", title: "Bitcoin Accepted", text: "Pay from any wallet." },
  { icon: "truck", title: "UK Delivery Only", text: `${DELIVERY_TIMES.standard} to your door.` },
  { icon: "shield", title: "Privacy Protected", text: "No trackers. We never sell your data." },
  ...(GUARANTEE ? [{ icon: "star" as const, title: "Quality Guarantee", text: sentence(GUARANTEE) }] : []),
]

export function TrustBanner() {
  const { cards } = useBusinessDetails()
  const special: Partial<Record<IconName, string>> = {
    ...(cards && { bitcoin: "Pay from any wallet, or by card." }),
    ...(isFree(useStandardDelivery()) && { truck: `Free, ${DELIVERY_TIMES.standard} to your door.` }),
  }
  return (
    <section className="trust-banner" aria-label="Why shop with us">
      <ul className="wrap">
        {CLAIMS.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} />
            <div>
              <p className="trust-banner__title">{title}</p>
              <p>{special[icon] ?? text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function FeaturedProducts({ renderGrid }: { renderGrid: (products: Product[]) => ReactNode }) {
  const featured = useQuery(featuredProductsQuery())
  if (featured.data?.length === 0) return null
  return (
    <Section title="Featured Products" className="featured">
      {featured.isPending && <SkeletonCards count={FEATURED_LIMIT} />}
      {featured.isError && (
        <LoadFailed what="our featured products" onRetry={() => void featured.refetch()} />
      )}
      {featured.data && renderGrid(featured.data.slice(0, FEATURED_LIMIT))}
      <ButtonLink to="/products" look="secondary" className="featured__all">
        View All Products
      </ButtonLink>
    </Section>
  )
}

const PLACEHOLDERS = 4

export function ShopByCategory() {
  const categories = useQuery(categoriesQuery())
  return (
    <Section title="Shop By Category" className="section--sunk">
      {categories.isPending && <SkeletonCards count={PLACEHOLDERS} shape="category" />}
      {categories.isError && <LoadFailed what="the categories" onRetry={() => void categories.refetch()} />}
      {categories.data && (
        <ul className="category-grid">
          {categories.data.map((category) => (
            <li key={category.id} className="category-card">
              <Picture src={category.image} alt="" use="category" className="category-card__image" />
              <h3>
                <PrefetchLink to={categoryPath(category.slug)}>{category.name}</PrefetchLink>
              </h3>
              <p>{category.description}</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
