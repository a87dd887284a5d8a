import { PRODUCTS_DESCRIPTION } from "@brand/copy/products"
import { productListQuery } from "../api/product-list"
import { categoriesQuery } from "../api/catalogue"
import { PageSeo } from "../features/page-seo/page-seo"
import { CategoryLinks } from "../features/product-browser/category-links"
import { ProductBrowser } from "../features/product-browser/product-browser"
import { selectionFrom } from "../features/product-browser/selection"
import { ProductGrid } from "../features/products/product-grid"
import { PageHead } from "../ui/page-head"
import type { PageLoad } from "./page-types"

const ALL = ""

export const load: PageLoad = async ({ url, ensure, prefetch }) => {
  await Promise.all([
    ensure(productListQuery(selectionFrom(url.searchParams, ALL))),
    prefetch(categoriesQuery()),
  ])
  return null
}

export function Component() {
  return (
    <div className="wrap page">
      <PageSeo title="All products" description={PRODUCTS_DESCRIPTION} />
      <PageHead title="All Products" lead="Everything we sell, in one place." />
      <CategoryLinks current={ALL} />
      <ProductBrowser
        category={ALL}
        renderGrid={(products) => <ProductGrid products={products} eager={4} />}
      />
    </div>
  )
}
