import type { ProductVariant } from "@shop/contracts"
import { formatPounds } from "../../lib/money"

interface SizePickerProps {
  sizes: readonly ProductVariant[]
  chosen: ProductVariant
  onChoose: (size: ProductVariant) => void
}

/** The sizes of a product: radio buttons that look like labels. */
export function SizePicker({ sizes, chosen, onChoose }: SizePickerProps) {
  return (
    <fieldset className="size-picker">
      <legend>Size</legend>
      <div className="size-picker__sizes">
        {sizes.map((size) => (
          <label key={size.id} className="size-picker__size">
            <input
              type="radio"
              name="size"
              value={size.id}
              checked={size.id === chosen.id}
              onChange={() => onChoose(size)}
            />
            <span className="size-picker__weight">{size.weight}</span>
            <span className="size-picker__price">
              {size.stock === 0 ? "Sold out" : formatPounds(size.price)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
