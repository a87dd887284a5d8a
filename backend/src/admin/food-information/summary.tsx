import { Text } from "@medusajs/ui"
import { DIET_LABELS, DIETS } from "@shop/contracts"
import type { ProductFactsView } from "@shop/contracts/staff"
import type { TFunction } from "i18next"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { ProductBadges } from "../components/product-badges"
import { isVatChosen } from "./draft"
import { Marked } from "./ingredients"

export function FoodInformationSummary({ product }: { product: ProductFactsView }) {
  const { t } = useTranslation("shop")
  const { facts, variants } = product
  const { nutrition } = facts
  const allergens =
    facts.allergens === null
      ? null
      : facts.allergens.length === 0
        ? t("food.facts.noAllergens")
        : facts.allergens.join(", ")
  return (
    <dl className="divide-ui-border-base divide-y">
      <Row name={t("food.tax.title")}>
        {isVatChosen(product) &&
          (product.vat === null ? t("food.tax.custom") : t(`food.tax.chosen.${product.vat}`))}
      </Row>
      <Row name={t("food.listing.title")}>
        <span className="flex flex-wrap items-center gap-2">
          {product.badge === null && !product.isFeatured && t("food.listing.noBadge")}
          <ProductBadges badge={product.badge} isFeatured={product.isFeatured} />
        </span>
      </Row>
      <Row name={variants.length === 1 ? t("common.size") : t("food.sizes.sizes")}>
        {variants.map((variant) => (
          <span key={variant.id} className="block">
            {sizeWords(variant, t)}
          </span>
        ))}
      </Row>
      {product.isFood && (
        <>
          <Row name={t("food.facts.name")}>{facts.legalName}</Row>
          <Row name={t("food.facts.ingredients")}>
            {facts.ingredients && <Marked text={facts.ingredients} />}
          </Row>
          <Row name={t("food.facts.allergens")}>{allergens}</Row>
          {facts.mayContain.length > 0 && (
            <Row name={t("food.facts.mayContain")}>{facts.mayContain.join(", ")}</Row>
          )}
          <Row name={t("food.nutrition.title")}>
            {facts.isNutritionExempt && t("food.nutrition.isExempt")}
            {nutrition && t("food.nutrition.inOneLine", { ...nutrition })}
          </Row>
          <Row name={t("food.facts.diets")}>
            {DIETS.map((diet) => (
              <span key={diet} className="block">
                {product.diets[diet] === null
                  ? t("food.facts.suits", { diet: DIET_LABELS[diet] })
                  : t("food.facts.suitsNot", { diet: DIET_LABELS[diet], why: product.diets[diet] })}
              </span>
            ))}
          </Row>
          <Row name={t("food.use.storage")}>{facts.storage}</Row>
          {facts.origin && <Row name={t("food.use.origin")}>{facts.origin}</Row>}
          {facts.warnings.length > 0 && <Row name={t("food.use.warnings")}>{facts.warnings.join(" ")}</Row>}
          <Row name={t("food.operator.title")}>
            {facts.operatorName === null
              ? t("food.facts.thisShop")
              : `${facts.operatorName}, ${facts.operatorAddress ?? ""}`}
          </Row>
        </>
      )}
    </dl>
  )
}

/** `340 g · £38.09 per kg`; the net quantity follows separately if the size is named differently. */
function sizeWords(
  { weight, netQuantity, unitPrice }: ProductFactsView["variants"][number],
  t: TFunction<"shop">,
): string {
  const net = netQuantity && `${netQuantity.value} ${netQuantity.unit}`
  const perUnit = unitPrice && t("food.sizes.perUnit", { price: unitPrice.price, unit: unitPrice.per })
  return [weight, net === weight ? null : net, perUnit].filter(Boolean).join(" · ")
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation("shop")
  return (
    <div className="grid grid-cols-1 gap-1 px-6 py-3 md:grid-cols-[12rem_1fr]">
      <Text as="span" size="small" weight="plus" className="text-ui-fg-subtle">
        <dt>{name}</dt>
      </Text>
      <dd className="txt-small">
        {children || <span className="text-ui-fg-muted">{t("food.facts.missing")}</span>}
      </dd>
    </div>
  )
}
