import { Text } from "@medusajs/ui"
import { DIET_LABELS, DIETS } from "@shop/contracts"
import type { ProductFactsView } from "@shop/contracts/staff"
import type { ReactNode } from "react"
import { ProductBadges } from "../components/product-badges"
import { isVatChosen } from "./draft"
import { Marked } from "./ingredients"

const VAT = { zero: "VAT: zero-rated", standard: "VAT 20%", reduced: "VAT 5%" }

export function FoodInformationSummary({ product }: { product: ProductFactsView }) {
  const { facts, variants } = product
  const { nutrition } = facts
  const allergens =
    facts.allergens === null
      ? null
      : facts.allergens.length === 0
        ? "None of the 14 allergens"
        : facts.allergens.join(", ")
  return (
    <dl className="divide-ui-border-base divide-y">
      <Row name="Tax">
        {isVatChosen(product) && (product.vat === null ? "Custom rate" : VAT[product.vat])}
      </Row>
      <Row name="Shop listing">
        <span className="flex flex-wrap items-center gap-2">
          {product.badge === null && !product.isFeatured && "No badge"}
          <ProductBadges badge={product.badge} isFeatured={product.isFeatured} />
        </span>
      </Row>
      <Row name={variants.length === 1 ? "Size" : "Sizes"}>
        {variants.map((variant) => (
          <span key={variant.id} className="block">
            {sizeWords(variant)}
          </span>
        ))}
      </Row>
      {product.isFood && (
        <>
          <Row name="Name of the food">{facts.legalName}</Row>
          <Row name="Ingredients">{facts.ingredients && <Marked text={facts.ingredients} />}</Row>
          <Row name="Allergens">{allergens}</Row>
          {facts.mayContain.length > 0 && <Row name="May contain">{facts.mayContain.join(", ")}</Row>}
          <Row name="Nutrition">
            {facts.isNutritionExempt && "Exempt from the nutrition table"}
            {nutrition &&
              `${nutrition.energyKj} kJ / ${nutrition.energyKcal} kcal, fat ${nutrition.fat} g, carbohydrate ${nutrition.carbohydrate} g, protein ${nutrition.protein} g, salt ${nutrition.salt} g per ${nutrition.per}`}
          </Row>
          <Row name="Diets in the shop">
            {DIETS.map((diet) => (
              <span key={diet} className="block">
                {DIET_LABELS[diet]}: {product.diets[diet] === null ? "yes" : `no. ${product.diets[diet]}.`}
              </span>
            ))}
          </Row>
          <Row name="Storage">{facts.storage}</Row>
          {facts.origin && <Row name="Origin">{facts.origin}</Row>}
          {facts.warnings.length > 0 && <Row name="Warnings">{facts.warnings.join(" ")}</Row>}
          <Row name="Responsible food business">
            {facts.operatorName === null
              ? "This shop"
              : `${facts.operatorName}, ${facts.operatorAddress ?? ""}`}
          </Row>
        </>
      )}
    </dl>
  )
}

/** `340 g · £38.09 per kg`; the net quantity follows separately if the size is named differently. */
function sizeWords({ weight, netQuantity, unitPrice }: ProductFactsView["variants"][number]): string {
  const net = netQuantity && `${netQuantity.value} ${netQuantity.unit}`
  const perUnit = unitPrice && `£${unitPrice.price} per ${unitPrice.per}`
  return [weight, net === weight ? null : net, perUnit].filter(Boolean).join(" · ")
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-1 px-6 py-3 md:grid-cols-[12rem_1fr]">
      <Text as="span" size="small" weight="plus" className="text-ui-fg-subtle">
        <dt>{name}</dt>
      </Text>
      <dd className="txt-small">{children || <span className="text-ui-fg-muted">Missing</span>}</dd>
    </div>
  )
}
