import { z } from "zod"

/** As much of a product as is needed to measure with it. */
export const soldSchema = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  stock: z.int(),
  image: z.string().nullable(),
})

export interface BenchPage {
  name: string
  path: string
  /** Opened with goods in the cart. */
  hasCart?: boolean
}

/** Public pages beside those; what they cost to load is looked at, and no more. */
export const OTHER_PAGES = [
  "/about",
  "/contact",
  "/orders/find",
  "/policies/shipping",
  "/policies/privacy",
] as const

/** Addresses of a running shop that stand for all of its public pages. */
export async function benchPages(shop: string): Promise<{ pages: BenchPage[]; cartWith: string }> {
  const response = await fetch(`${shop}/api/products?limit=24`)
  const product = z
    .array(soldSchema)
    .parse(await response.json())
    .find(({ stock, image }) => stock > 10 && image !== null)
  if (!product) throw new Error("The first page of the catalogue has nothing in stock")
  return {
    cartWith: product.id,
    pages: [
      { name: "home", path: "/" },
      { name: "list", path: "/products" },
      { name: "category", path: "/products/category/honey" },
      { name: "search", path: "/products?search=honey&sort=price-low" },
      { name: "product", path: `/product/${product.slug}` },
      { name: "checkout, empty", path: "/checkout" },
      { name: "checkout, one item", path: "/checkout", hasCart: true },
      { name: "faq", path: "/faq" },
    ],
  }
}
