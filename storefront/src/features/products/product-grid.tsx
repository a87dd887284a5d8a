import { DIET_LABELS, type Product } from "@shop/contracts"
import { mainDiets } from "../../lib/diets"
import { productPath } from "../../lib/links"
import { formatPounds, unitPriceLabel } from "../../lib/money"
import { cheapestSize } from "../../lib/sizes"
import { Icon } from "../../ui/icon"
import { Picture } from "../../ui/picture"
import { PrefetchLink } from "../../ui/prefetch-link"
import { RoundAddButton } from "./add-button"

interface ProductGridProps {
  products: readonly Product[]
  eager?: number
}

/** The first card is the largest element that a phone shows first. The rest of the first screen follows. */
const whenWanted = (index: number, eager: number) =>
  index >= eager ? "later" : index === 0 ? "first" : "soon"

/** Cards, each with its button. @param eager how many are on the first screen */
export function ProductGrid({ products, eager = 0 }: ProductGridProps) {
  return (
    <ul className="card-grid">
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} when={whenWanted(index, eager)} />
        </li>
      ))}
    </ul>
  )
}

interface ProductCardProps {
  product: Product
  when: "first" | "soon" | "later"
}

function ProductCard({ product, when }: ProductCardProps) {
  const cheapest = cheapestSize(product)
  const { price, originalPrice, weight, unitPrice } = cheapest ?? product
  const perUnit = unitPriceLabel(unitPrice)
  const [diet] = mainDiets(product.foodSummary?.diets ?? [])
  return (
    <article className="product-card">
      <div className="product-card__frame">
        <Picture src={product.image} alt="" use="card" when={when} className="product-card__image" />
        {product.badge && <Badge text={product.badge} />}
      </div>
      <h3 className="product-card__name">
        <PrefetchLink to={productPath(product.slug)} instant>
          {product.name}
        </PrefetchLink>
      </h3>
      <p className="product-card__description">{cardText(product.description)}</p>
      <div className="product-card__foot">
        <p className="product-card__price">
          {cheapest && <span>from </span>}
          <strong>{formatPounds(price)}</strong> {weight && <span>({weight})</span>}
          {originalPrice && <small className="product-card__was">was {formatPounds(originalPrice)}</small>}
          {perUnit && <small>{perUnit}</small>}
          {diet && (diet === "vegan" || diet === "vegetarian") && (
            <small className="product-card__diet">
              <Icon name="leaf" /> {DIET_LABELS[diet]}
            </small>
          )}
        </p>
        <RoundAddButton product={product} />
      </div>
    </article>
  )
}

/** A card has two lines. On a phone they hold this many characters. */
const CARD_TEXT = 52

/** An end is followed by no small letter, and is no point after an initial or a title. */
const FIRST_SENTENCE = /^.+?(?<!\b(?:[A-Z]|St|Dr|Mrs?|Ms|Mt)\.)(?<=[.!?])(?=\s+[^\sa-z\d]|\s*$)/s

/** The first sentence; a longer one is cut after a whole word. The browser would cut it within one. */
export function cardText(description: string): string {
  const [sentence = description] = FIRST_SENTENCE.exec(description) ?? []
  return sentence.length > CARD_TEXT ? sentence.slice(0, CARD_TEXT).replace(/[\s,;:–-]+\S*$/, "…") : sentence
}

const STYLES: Record<string, string> = {
  "Best Seller": "best-seller",
  Organic: "organic",
  Natural: "natural",
}

export function Badge({ text }: { text: string }) {
  return <span className={`badge badge--${STYLES[text] ?? "other"}`}>{text}</span>
}
