import { home } from "@brand/copy/home"
import { bitcoinRateQuery, categoriesQuery, shippingOptionsQuery } from "../api/catalogue"
import { featuredProductsQuery } from "../api/products"
import { FeaturedProducts, Hero, ShopByCategory, TrustBanner } from "../features/home/first-sections"
import { PageSeo } from "../features/page-seo/page-seo"
import { ShopStructuredData } from "../features/page-seo/structured-data"
import { ProductGrid } from "../features/products/product-grid"
import { useBusinessDetails } from "../lib/business-details"
import { latePart } from "./late-part"
import type { PageLoad } from "./page-types"

const { Part: HomeSections, loadPart } = latePart(async () => (await import("./home-sections")).HomeSections)
export const loadRest = loadPart

export const load: PageLoad = async ({ ensure, prefetch }) => {
  await Promise.all([
    ensure(featuredProductsQuery()),
    ensure(categoriesQuery()),
    prefetch(shippingOptionsQuery()),
    prefetch(bitcoinRateQuery()),
  ])
  return null
}

export function Component() {
  const { cards } = useBusinessDetails()
  return (
    <>
      <PageSeo description={`${home.description} UK delivery, Bitcoin${cards ? " or card" : ""}.`} />
      {import.meta.env.SSR && <ShopStructuredData />}
      <Hero />
      <FeaturedProducts renderGrid={(products) => <ProductGrid products={products} />} />
      <TrustBanner />
      <ShopByCategory />
      <HomeSections />
    </>
  )
}
