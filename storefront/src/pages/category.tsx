import { useQuery } from "@tanstack/react-query"
import { categoryPath } from "../lib/links"
import { productListQuery } from "../api/product-list"
import { categoriesQuery, categoryQuery } from "../api/catalogue"
import { PageSeo, PageTitle } from "../features/page-seo/page-seo"
import { BreadcrumbStructuredData } from "../features/page-seo/structured-data"
import { CategoryLinks } from "../features/product-browser/category-links"
import { ProductBrowser } from "../features/product-browser/product-browser"
import { selectionFrom } from "../features/product-browser/selection"
import { ProductGrid } from "../features/products/product-grid"
import { Breadcrumb, PRODUCTS_TRAIL } from "../ui/breadcrumb"
import { ButtonLink } from "../ui/button"
import { EmptyState, LoadFailed } from "../ui/load-states"
import { SkeletonCards } from "../ui/skeleton-cards"
import { PageHead } from "../ui/page-head"
import { Picture } from "../ui/picture"
import type { PageLoad, PageProps } from "./page-types"

const slugIn = ({ slug = "" }: PageProps["params"]) => slug.toLowerCase()

export const load: PageLoad = async ({ params, url, ensure, prefetch }) => {
  const slug = slugIn(params)
  const categories = prefetch(categoriesQuery())
  const products = prefetch(productListQuery(selectionFrom(url.searchParams, slug)))
  const category = await ensure(categoryQuery(slug))
  await Promise.all([products, categories])
  if (!category) return { kind: "missing" }
  return category.slug.toLowerCase() === slug
    ? null
    : { kind: "redirect", to: categoryPath(category.slug) + url.search, isPermanent: true }
}

export function Component({ params }: PageProps) {
  const slug = slugIn(params)
  const category = useQuery(categoryQuery(slug))

  if (category.isPending)
    return (
      <div className="wrap page">
        <PageTitle title="Loading" />
        <SkeletonCards count={8} />
      </div>
    )
  if (category.isError)
    return (
      <div className="wrap page">
        <PageTitle title="Something went wrong" />
        <LoadFailed what="this category" onRetry={() => void category.refetch()} />
      </div>
    )
  if (!category.data) {
    return (
      <div className="wrap page">
        <PageSeo title="Category Not Found" description="Category Not Found" indexed={false} />
        <EmptyState level={1} title="Category Not Found" text="It may have been removed.">
          <ButtonLink to="/products">Browse All Products</ButtonLink>
        </EmptyState>
      </div>
    )
  }
  const { name, description, image } = category.data
  return (
    <div className="wrap page">
      <PageSeo title={name} description={description} image={image} />
      {import.meta.env.SSR && (
        <BreadcrumbStructuredData steps={[...PRODUCTS_TRAIL, { to: categoryPath(slug), label: name }]} />
      )}
      <Breadcrumb steps={PRODUCTS_TRAIL} current={name} />
      <PageHead
        title={name}
        lead={description}
        picture={<Picture src={image} alt="" use="category" className="category-picture" />}
      />
      <CategoryLinks current={slug} />
      <ProductBrowser
        key={slug}
        category={slug}
        renderGrid={(products) => <ProductGrid products={products} eager={4} />}
      />
    </div>
  )
}
