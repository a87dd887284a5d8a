import type { Product } from "@shop/contracts"
import type { ReactNode } from "react"
import { ProductCard } from "./product-card"

interface ProductGridProps {
  products: readonly Product[]
  action: (product: Product) => ReactNode
  /** How many cards are on the first screen, their pictures fetched at once. */
  eager?: number
}

/** The first card is the largest thing that a phone draws first; the rest of the first screen comes right behind. */
const whenWanted = (index: number, eager: number) =>
  index >= eager ? "later" : index === 0 ? "first" : "soon"

/** Products in 1, 2 or 4 columns. */
export function ProductGrid({ products, action, eager = 0 }: ProductGridProps) {
  return (
    <ul className="card-grid">
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} action={action(product)} when={whenWanted(index, eager)} />
        </li>
      ))}
    </ul>
  )
}
