import type { Product } from "@shop/contracts"
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactNode, startTransition, useEffect, useState } from "react"
import { NavigationType, useNavigationType } from "react-router-dom"
import { bitcoinRateQuery, categoryQuery, shippingOptionsQuery } from "../api/catalogue"
import { categoryProductsQuery, featuredProductsQuery, findListed, productQuery } from "../api/products"
import { PageSeo, PageTitle } from "../features/page-seo/page-seo"
import { BreadcrumbStructuredData, ProductStructuredData } from "../features/page-seo/structured-data"
import { ProductView, ProductViewSkeleton } from "../features/products/product-view"
import { hasRememberedDiets } from "../lib/diets"
import { afterPaint } from "../lib/later"
import { categoryPath, productPath } from "../lib/links"
import { useSearchParams } from "../lib/navigator"
import { pictureSources, type PictureSources } from "../lib/picture-address"
import { firstSize, inSize, sizesOf } from "../lib/sizes"
import { PRODUCTS_TRAIL } from "../ui/breadcrumb"
import { LoadFailed } from "../ui/load-states"
import { latePart } from "./late-part"
import type { PageLoad, PageProps } from "./page-types"

const { Part: FoodInformation, loadPart: loadFoodInformation } = latePart(
  async () => (await import("../features/products/food-information")).FoodInformation,
)
const { Part: Assurances, loadPart: loadAssurances } = latePart(
  async () => (await import("../features/products/assurances")).Assurances,
)
const { Part: RelatedProducts, loadPart: loadRelatedProducts } = latePart(
  async () => (await import("../features/products/related-products")).RelatedProducts,
  hasRememberedDiets,
)
const { Part: ProductNotFound, loadPart: loadProductNotFound } = latePart(
  async () => (await import("../features/products/product-not-found")).ProductNotFound,
)
export async function loadRest(): Promise<void> {
  await Promise.all([loadFoodInformation(), loadAssurances(), loadRelatedProducts(), loadProductNotFound()])
}

type Params = PageProps["params"]

const slugIn = ({ slug = "" }: Params) => slug.toLowerCase()

export const load: PageLoad = async ({ params, url, ensure, prefetch }) => {
  const rate = prefetch(bitcoinRateQuery())
  const featured = prefetch(featuredProductsQuery())
  const product = await ensure(productQuery(slugIn(params)))
  if (!product) return { kind: "missing" }
  if (product.slug.toLowerCase() !== slugIn(params))
    return { kind: "redirect", to: productPath(product.slug) + url.search, isPermanent: true }
  await Promise.all([
    rate,
    prefetch(shippingOptionsQuery()),
    prefetch(categoryQuery(product.categoryId)),
    // The page leaves out related products that it could not load.
    prefetch(categoryProductsQuery(product.categoryId)),
    featured,
  ])
  return null
}

/** Whether a card or an earlier view has brought enough data to show the page at once. */
export const isKnown = (params: Params, client: QueryClient): boolean =>
  knownProduct(slugIn(params), client) !== undefined

export function firstPicture(params: Params, client: QueryClient): PictureSources | null {
  const image = knownProduct(slugIn(params), client)?.image
  return image ? pictureSources(image, "product") : null
}

const knownProduct = (slug: string, client: QueryClient) =>
  client.getQueryData(productQuery(slug).queryKey) ?? findListed(client, slug)

export function Component({ params }: PageProps) {
  const slug = slugIn(params)
  const client = useQueryClient()
  const product = useQuery({ ...productQuery(slug), placeholderData: () => findListed(client, slug) })
  return (
    <>
      <div className="wrap page">
        {product.isPending && (
          <>
            <PageTitle title="Loading" />
            <ProductViewSkeleton />
          </>
        )}
        {product.isError && (
          <>
            <PageTitle title="Something went wrong" />
            <LoadFailed what="this product" onRetry={() => void product.refetch()} />
          </>
        )}
        {product.data === null && (
          <>
            <PageSeo title="Product not found" description="There is no such product." indexed={false} />
            <ProductNotFound />
          </>
        )}
        {product.data && (
          <Found key={product.data.id} product={product.data} isFromCard={product.isPlaceholderData} />
        )}
      </div>
      {product.data && (
        <AfterFirstFrame key={slug}>
          <RelatedProducts id={product.data.id} categoryId={product.data.categoryId} />
        </AfterFirstFrame>
      )}
    </>
  )
}

interface FoundProps {
  product: Product
  /** What a card does not show is still on its way. */
  isFromCard: boolean
}

function Found({ product, isFromCard }: FoundProps) {
  const { data: category } = useQuery(categoryQuery(product.categoryId))
  const { data: rate } = useQuery(bitcoinRateQuery())
  const [params] = useSearchParams()
  // The product feed links each size.
  const [sizeId, setSizeId] = useState(params.get("size"))
  const size = sizesOf(product).find(({ id }) => id === sizeId) ?? firstSize(product)
  const trail = [
    ...PRODUCTS_TRAIL,
    ...(category ? [{ to: categoryPath(category.slug), label: category.name }] : []),
  ]
  return (
    <>
      <PageSeo title={product.name} description={product.description} image={product.image} kind="product" />
      {import.meta.env.SSR && <ProductStructuredData product={product} category={category ?? null} />}
      {import.meta.env.SSR && (
        <BreadcrumbStructuredData
          steps={[...trail, { to: productPath(product.slug), label: product.name }]}
        />
      )}
      <ProductView
        product={size ? inSize(product, size) : product}
        trail={trail}
        rate={rate && (rate.isKnown ? rate.pounds : null)}
        category={category ?? null}
        size={size}
        onSize={({ id }) => setSizeId(id)}
        assurances={<Assurances food={product.food ?? null} />}
        foodInformation={
          <AfterFirstFrame>
            {product.food ? (
              <FoodInformation food={product.food} />
            ) : (
              isFromCard && product.foodSummary && PLACE_OF_REST
            )}
          </AfterFirstFrame>
        }
      />
    </>
  )
}

/** Keeps the footer below the window. */
const PLACE_OF_REST = <div className="product-rest" />

/**
 * What is below the first screen of a page that a link opens: its place, then its content, so that the link answers sooner. A page
 * from the server, Back and an anchor find the whole page.
 */
function AfterFirstFrame({ children }: { children: ReactNode }) {
  const kind = useNavigationType()
  const [isShown, setIsShown] = useState(() => kind === NavigationType.Pop || location.hash !== "")
  useEffect(() => afterPaint(() => startTransition(() => setIsShown(true))), [])
  return isShown ? children : PLACE_OF_REST
}
