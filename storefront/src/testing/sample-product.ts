import type { Product } from "@shop/contracts"

/** A product for tests. */
export const sampleProduct = (own: Partial<Product> & { id: string }): Product => ({
  slug: own.id,
  name: own.id,
  description: "",
  image: null,
  price: "1.00",
  weight: "100 g",
  badge: null,
  stock: 5,
  featured: false,
  categoryId: "pcat_1",
  ...own,
})
