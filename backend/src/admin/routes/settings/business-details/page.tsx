import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Skeleton } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { LoadError } from "../../../components/load-error"
import { EditHistory } from "../../../business-details/edit-history"
import { detailsQuery } from "../../../business-details/details"
import { DetailsForm } from "../../../business-details/details-form"

const BusinessDetailsPage = () => {
  const { t } = useTranslation("shop")
  const query = useQuery(detailsQuery())
  const { data, error } = query
  return (
    <div className="flex flex-col gap-y-3">
      <LoadError what={t("business.notLoaded")} of={query} />
      {data ? (
        <>
          <DetailsForm page={data} />
          <EditHistory edits={data.edits} />
        </>
      ) : (
        !error && <Skeleton className="h-96 w-full" aria-label={t("common.loading")} />
      )}
    </div>
  )
}

export const config = defineRouteConfig({ label: "business.title", translationNs: "shop" })

export default BusinessDetailsPage
