import type { Product, ProductImage } from "@shop/contracts"
import { pictureSources } from "./picture-address"

/** A product's pictures in their order; a list brings the first alone. */
export const imagesOf = ({ image, images }: Pick<Product, "image" | "images">): readonly ProductImage[] =>
  images ?? (image === null ? [] : [{ src: image, alt: null }])

/** What a picture shows; without a description of its own, the product's name and which picture it is. */
export function alternativeText(name: string, alt: string | null, index: number): string {
  if (index === 0) return name
  return alt ?? `${name}, picture ${index + 1}`
}

/** The largest file of a picture. */
export const fileOf = (src: string): string => pictureSources(src, "zoom").src

type Pressed = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">

/** Where a key leads from a picture; null: nowhere. With another one beside it, it is the browser's: Alt and an arrow go back. */
export function nextPicture(
  { key, altKey, ctrlKey, metaKey, shiftKey }: Pressed,
  index: number,
  count: number,
): number | null {
  if (altKey || ctrlKey || metaKey || shiftKey) return null
  const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[key]
  return next === undefined || next < 0 || next >= count || next === index ? null : next
}
