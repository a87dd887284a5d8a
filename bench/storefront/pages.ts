import { z } from "zod"

/** The fields of a product that the measurements need. */
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
  /** It has the form of the checkout, or calls the shop as it opens and needs the parsers of answers. */
  isLarge?: boolean
  /** Opened with a product in the cart. */
  hasCart?: boolean
}

/** Further public pages, for which only the load is measured. */
export const OTHER_PAGES = [
  "/about",
  "/contact",
  "/orders/find",
  "/policies/shipping",
  "/policies/privacy",
] as const

/** Representative pages of a running shop. */
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
      { name: "product, one item", path: `/product/${product.slug}`, isLarge: true, hasCart: true },
      { name: "checkout, empty", path: "/checkout", isLarge: true },
      { name: "checkout, one item", path: "/checkout", isLarge: true, hasCart: true },
      { name: "faq", path: "/faq" },
    ],
  }
}
