import type { Product } from "@shop/contracts"
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react"
import { alternativeText, fileOf, imagesOf, nextPicture } from "../../lib/product-images"
import { lazyDialog } from "../../ui/lazy-part"
import { Picture } from "../../ui/picture"
import { isPlainClick } from "../../ui/prefetch-link"
import { Badge } from "./product-grid"

const Enlarged = lazyDialog(async () => (await import("./enlarged")).Enlarged)

interface ProductPicturesProps {
  product: Pick<Product, "name" | "image" | "images" | "badge">
}

/** All pictures in a strip that a finger moves. Without scripts the marks move it too, and a picture leads to its file. */
export function ProductPictures({ product }: ProductPicturesProps) {
  const { name, badge } = product
  const pictures = imagesOf(product)
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  // Apart from the strip's picture: that one follows while the strip moves.
  const [enlarged, setEnlarged] = useState<number | null>(null)

  // The browser gives the focus back to the picture that was pressed, which may have moved out of sight.
  const lastEnlarged = useRef<number | null>(null)
  useEffect(() => {
    if (enlarged === null && lastEnlarged.current !== null) focusOn(lastEnlarged.current)
    lastEnlarged.current = enlarged
  }, [enlarged])

  const focusOn = (index: number) =>
    strip.current?.children[index]?.querySelector("a")?.focus({ preventScroll: true })
  // The style sheet says whether it moves smoothly.
  const show = (index: number) => strip.current?.scrollTo({ left: index * strip.current.clientWidth })
  const follow = (event: KeyboardEvent, index: number) => {
    const next = nextPicture(event, index, pictures.length)
    if (next === null) return
    event.preventDefault()
    show(next)
    focusOn(next)
  }
  const enlarge = (event: MouseEvent<HTMLAnchorElement>, index: number) => {
    if (!isPlainClick(event, event.currentTarget)) return
    event.preventDefault()
    setEnlarged(index)
  }
  return (
    <div className="product-pictures">
      <div className="product-view__frame">
        {pictures.length === 0 && <Picture src={null} alt={name} use="product" when="first" />}
        <ul
          ref={strip}
          className="product-pictures__strip"
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setCurrent(Math.round(scrollLeft / Math.max(1, clientWidth)))
          }
        >
          {pictures.map(({ src, alt }, index) => (
            <li key={src} id={`picture-${index + 1}`}>
              <a
                href={fileOf(src)}
                onClick={(event) => enlarge(event, index)}
                onKeyDown={(event) => follow(event, index)}
              >
                <Picture
                  src={src}
                  alt={alternativeText(name, alt, index)}
                  use="product"
                  when={index === 0 ? "first" : "later"}
                />
                <span className="visually-hidden">, enlarge</span>
              </a>
            </li>
          ))}
        </ul>
        {badge && <Badge text={badge} />}
      </div>
      {pictures.length > 1 && (
        <ol className="product-pictures__marks">
          {pictures.map(({ src, alt }, index) => (
            <li key={src}>
              <a
                href={`#picture-${index + 1}`}
                aria-label={`Picture ${index + 1} of ${pictures.length}: ${alternativeText(name, alt, index)}`}
                aria-current={index === current || undefined}
                onClick={(event) => {
                  event.preventDefault()
                  show(index)
                }}
              >
                <Picture src={src} alt="" use="cart-line" />
              </a>
            </li>
          ))}
        </ol>
      )}
      <Enlarged
        open={enlarged !== null}
        onClose={() => setEnlarged(null)}
        name={name}
        pictures={pictures}
        index={enlarged ?? current}
        onShow={(index) => {
          setEnlarged(index)
          show(index)
        }}
      />
    </div>
  )
}
