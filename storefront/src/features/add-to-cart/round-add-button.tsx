import type { Product } from "@shop/contracts"
import { IconButton } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { Spinner } from "../../ui/spinner"
import { useAddButton } from "./use-add-button"

/** The round button on a product card: adds one. */
export function RoundAddButton({ product }: { product: Product }) {
  const { add, state } = useAddButton(product)
  if (product.stock === 0) return <span className="sold-out">Sold out</span>
  return (
    <IconButton
      className="round-add"
      data-state={state}
      label={state === "added" ? `${product.name} added to cart` : `Add ${product.name} to cart`}
      resting={state !== "idle"}
      onClick={() => void add(1)}
    >
      {state === "pending" ? <Spinner /> : <Icon name={state === "added" ? "check" : "plus"} />}
    </IconButton>
  )
}
