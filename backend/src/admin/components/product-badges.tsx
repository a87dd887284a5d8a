import { Badge } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

export function ProductBadges({ badge, isFeatured }: { badge: string | null; isFeatured: boolean }) {
  const { t } = useTranslation("shop")
  return (
    <>
      {badge && <Badge size="2xsmall">{badge}</Badge>}
      {isFeatured && (
        <Badge size="2xsmall" color="purple">
          {t("common.featured")}
        </Badge>
      )}
    </>
  )
}
