import type { ProductVariant } from "@shop/contracts"
import { useEffect, useRef } from "react"
import { formatPounds } from "../../lib/money"

interface SizePickerProps {
  sizes: readonly ProductVariant[]
  chosen: ProductVariant
  onChoose: (size: ProductVariant) => void
}

export function SizePicker({ sizes, chosen, onChoose }: SizePickerProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  // A size that was chosen before hydration is on the page only.
  useEffect(() => {
    const checked = group.current?.querySelector<HTMLInputElement>(":checked")?.value
    const early = sizes.find(({ id }) => id === checked)
    if (early && early.id !== chosen.id) onChoose(early)
  }, [sizes, chosen, onChoose])
  return (
    <fieldset ref={group} className="size-picker">
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
