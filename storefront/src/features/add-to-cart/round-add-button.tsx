import type { Product } from "@shop/contracts"
import { isSoldOut, sizesOf } from "../../lib/sizes"
import { IconButton } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { Spinner } from "../../ui/load-states"
import { PrefetchLink } from "../../ui/prefetch-link"
import { useAddButton } from "./use-add-button"

/** The round button on a product card. It adds one item. A product with several sizes opens its page instead. */
export function RoundAddButton({ product }: { product: Product }) {
  const { add, state } = useAddButton(product)
  if (isSoldOut(product)) return <span className="sold-out">Sold out</span>
  if (sizesOf(product).length > 0)
    return (
      <PrefetchLink
        to={`/product/${product.slug}`}
        className="choose-size"
        aria-label={`Choose a size of ${product.name}`}
      >
        Sizes
      </PrefetchLink>
    )
  return (
    <IconButton
      className="round-add"
      data-state={state}
      label={state === "added" ? `${product.name} added to cart` : `Add ${product.name} to cart`}
      ariaDisabled={state !== "idle"}
      onClick={() => void add(1)}
    >
      {state === "pending" ? <Spinner /> : <Icon name={state === "added" ? "check" : "plus"} />}
    </IconButton>
  )
}
