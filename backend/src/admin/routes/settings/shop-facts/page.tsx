import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Skeleton } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { Trouble } from "../../../pieces/trouble"
import { EditHistory } from "../../../shop-facts/edit-history"
import { factsQuery } from "../../../shop-facts/facts"
import { FactsForm } from "../../../shop-facts/facts-form"

/** Who the shop is: name, address, numbers, how to reach it. */
const ShopFactsPage = () => {
  const { data, error, refetch } = useQuery(factsQuery())
  return (
    <div className="flex flex-col gap-y-3">
      {error && <Trouble what="The facts are not there" error={error} onRetry={() => void refetch()} />}
      {data ? (
        <>
          <FactsForm page={data} />
          <EditHistory edits={data.edits} />
        </>
      ) : (
        !error && <Skeleton className="h-96 w-full" aria-label="The facts are being fetched" />
      )}
    </div>
  )
}

export const config = defineRouteConfig({ label: "Shop facts" })

export default ShopFactsPage
