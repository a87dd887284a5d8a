import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ChartBar } from "@medusajs/icons"
import { Button, Heading, Skeleton } from "@medusajs/ui"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { csvAddress, figuresQuery } from "../../figures/figures"
import { Sellers, Shortages } from "../../figures/goods"
import { Orders } from "../../figures/orders"
import { RangePicker } from "../../figures/range-picker"
import { lastDays, lengthOf, periodsOf } from "../../figures/span"
import { Sales } from "../../figures/sales"
import { Tiles } from "../../figures/tiles"
import { Trouble } from "../../pieces/trouble"

/** How the shop does: sales, orders, what sells and what runs out, over days of one's choice. */
const FiguresPage = () => {
  const [span, setSpan] = useState(() => lastDays(30))
  const {
    data: figures,
    error,
    refetch,
  } = useQuery({ ...figuresQuery(span), placeholderData: keepPreviousData })
  const periods = periodsOf(span)
  return (
    <div className="flex flex-col gap-y-3">
      <div className="flex flex-wrap items-end justify-between gap-3 px-1">
        <Heading>Figures</Heading>
        <RangePicker span={span} onChange={setSpan} />
        <div className="flex gap-1">
          <Button size="small" variant="transparent" asChild>
            <a href={csvAddress(span, "sales")}>Days as CSV</a>
          </Button>
          <Button size="small" variant="transparent" asChild>
            <a href={csvAddress(span, "sellers")}>Products as CSV</a>
          </Button>
        </div>
      </div>
      {error && <Trouble what="The figures are not there" error={error} onRetry={() => void refetch()} />}
      {figures && (
        <>
          <Tiles figures={figures} />
          <Sales figures={figures} periods={periods} />
          <Orders figures={figures} periods={periods} />
          <div className="grid items-start gap-3 lg:grid-cols-2">
            <Sellers figures={figures} />
            <Shortages figures={figures} days={lengthOf(span)} />
          </div>
        </>
      )}
      {!figures && !error && <Skeleton className="h-96 w-full" aria-label="The figures are being counted" />}
    </div>
  )
}

export const config = defineRouteConfig({ label: "Figures", icon: ChartBar })

export default FiguresPage
