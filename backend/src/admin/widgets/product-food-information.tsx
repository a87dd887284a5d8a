import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, StatusBadge, Text } from "@medusajs/ui"
import type { ProductFactsView } from "@shop/contracts/staff"
import { useQuery } from "@tanstack/react-query"
import type { TFunction } from "i18next"
import { useState } from "react"
import { Trans, useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { factsQuery, isVatChosen } from "../food-information/draft"
import { FoodInformationForm } from "../food-information/form"
import { FoodInformationSummary } from "../food-information/summary"
import { LoadError } from "../components/load-error"
import { Section } from "../components/section"

/** Medusa places widgets below its own sections; what keeps a product from being sold must be seen. */
const COMES_FIRST = { order: -1 }

const ShopAndFoodInformation = ({ data }: { data: { id: string } }) => {
  const { t } = useTranslation("shop")
  const query = useQuery(factsQuery(data.id))
  const { data: product, error } = query
  const [isOpen, setIsOpen] = useState(false)
  const missing = product ? missingOf(product, t) : []
  return (
    <Section
      title={t("food.title")}
      style={COMES_FIRST}
      badge={product && <Readiness product={product} missing={missing.length} />}
      actions={
        <Button
          size="small"
          variant={product && product.status !== "published" ? "primary" : "secondary"}
          aria-label={t("food.editThis")}
          disabled={!product}
          onClick={() => setIsOpen(true)}
        >
          {t("common.edit")}
        </Button>
      }
    >
      <LoadError what={t("food.notLoaded")} of={query} className="px-6 py-4" />
      {!product && !error && (
        <Text size="small" className="text-ui-fg-muted px-6 py-4">
          {t("common.loading")}
        </Text>
      )}
      {product && (missing.length > 0 || product.advised.length > 0) && (
        <Missing product={product} missing={missing} />
      )}
      {product && missing.length === 0 && product.status !== "published" && (
        <Text size="small" className="px-6 py-3">
          <Trans t={t} i18nKey="food.readyToSell" />
        </Text>
      )}
      {product && (
        <details>
          <summary className="text-ui-fg-subtle txt-compact-small cursor-pointer px-6 py-3">
            {t("food.showAll")}
          </summary>
          <FoodInformationSummary product={product} />
        </details>
      )}
      {product && isOpen && <FoodInformationForm product={product} isOpen onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

/** What the backend asks for, and the choice of the VAT rate. */
const missingOf = (product: ProductFactsView, t: TFunction<"shop">) => [
  ...(isVatChosen(product) ? [] : [{ field: "vat", words: t("food.vatRateMissing") }]),
  ...product.missing,
]

/** Medusa's own forms, below the product's page. */
const MEDUSAS: Record<string, string> = { pictures: "media?view=edit", categories: "organization" }

function Missing({ product, missing }: { product: ProductFactsView; missing: ProductFactsView["missing"] }) {
  const { t } = useTranslation("shop")
  return (
    <div className="bg-ui-tag-orange-bg text-ui-tag-orange-text px-6 py-3">
      {missing.length > 0 && (
        <>
          <Text size="small" weight="plus">
            {product.status === "published" ? t("food.missingLead") : t("food.notOnSale")}
          </Text>
          <ul className="txt-small list-disc pl-5">
            {missing.map(({ field, words }) => (
              <li key={field}>{words}</li>
            ))}
          </ul>
        </>
      )}
      {product.advised.length > 0 && (
        <>
          <Text size="small" weight="plus">
            {t("food.advised")}
          </Text>
          <ul className="txt-small list-disc pl-5">
            {product.advised.map(({ field, words }) => (
              <li key={field}>
                {words}{" "}
                {MEDUSAS[field] !== undefined && (
                  <Link to={MEDUSAS[field]} className="underline">
                    {t("common.add")}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Readiness({ product: { isFood, status }, missing }: { product: ProductFactsView; missing: number }) {
  const { t } = useTranslation("shop")
  if (missing > 0)
    return <StatusBadge color="orange">{t("food.countMissing", { count: missing })}</StatusBadge>
  if (status === "published")
    return (
      <StatusBadge color="green">{isFood ? t("common.published") : t("food.publishedNotFood")}</StatusBadge>
    )
  return <StatusBadge color="green">{isFood ? t("food.complete") : t("food.completeNotFood")}</StatusBadge>
}

export const config = defineWidgetConfig({ zone: "product.details.before" })

export default ShopAndFoodInformation
