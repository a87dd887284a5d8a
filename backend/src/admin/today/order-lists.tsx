import { Badge, Button, Checkbox, Container, Skeleton, Tabs, Text } from "@medusajs/ui"
import { ORDER_LISTS, ORDERS_PER_PAGE, type OrderList, type Today } from "@shop/contracts/staff"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import { LoadError } from "../components/load-error"
import { Pager } from "../components/rows"
import { PackOrders } from "../parcels/pack-orders"
import { SendParcels } from "../parcels/send-parcels"
import { OrderTable } from "./order-table"
import { listIn, listQuery } from "./queries"

export function OrderLists({ counts }: { counts: Today["orders"] | undefined }) {
  const { t } = useTranslation("shop")
  const [search, setSearch] = useSearchParams()
  // Here, because the list is gone when all of it is sent.
  const [sending, setSending] = useState<readonly string[] | null>(null)
  const list = listIn(search)
  const place = useRef<HTMLDivElement>(null)
  // A count above leads here, which a phone does not show yet.
  const isAsked = search.has("show")
  useEffect(() => {
    if (isAsked) place.current?.scrollIntoView({ block: "nearest" })
  }, [isAsked, list])
  const countOf = (name: OrderList) =>
    name === "shipped" || name === "cancelled" ? 0 : (counts?.[name] ?? 0)
  return (
    <Container className="divide-y p-0" ref={place}>
      <Tabs value={list} onValueChange={(show) => setSearch({ show }, { replace: true })}>
        <div className="px-4 py-4 md:px-6">
          <Tabs.List className="flex-wrap gap-y-1" aria-label={t("today.orders.byState")}>
            {ORDER_LISTS.map((name) => (
              <Tabs.Trigger key={name} value={name} className="whitespace-nowrap">
                {t(`today.lists.${name}`)}
                {countOf(name) > 0 && (
                  <Badge size="2xsmall" className="ml-1.5" color={name === "needs_review" ? "red" : "grey"}>
                    {countOf(name)}
                  </Badge>
                )}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        </div>
        <Tabs.Content value={list}>
          <Orders key={list} list={list} onSend={setSending} />
        </Tabs.Content>
      </Tabs>
      {sending && <SendParcels orders={sending} onClose={() => setSending(null)} />}
    </Container>
  )
}

function Orders({ list, onSend }: { list: OrderList; onSend: (ids: readonly string[]) => void }) {
  const { t } = useTranslation("shop")
  const [page, setPage] = useState(0)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const query = useQuery(listQuery(list, page * ORDERS_PER_PAGE))
  const { data, error } = query
  const turn = (to: number) => {
    setPage(to)
    setTicked(new Set())
  }
  if (error) return <LoadError what={t("today.orders.notLoaded")} of={query} className="px-6 pb-6" />
  if (!data) return <Skeleton className="mx-6 mb-6 h-40" aria-label={t("today.orders.loading")} />
  if (data.orders.length === 0)
    return (
      <Text className="text-ui-fg-subtle border-t px-6 py-10 text-center">{t(`today.empty.${list}`)}</Text>
    )
  const ids = data.orders.map(({ id }) => id)
  // An order may have left the list since it was ticked.
  const chosen = ids.filter((id) => ticked.has(id))
  const isAll = chosen.length === ids.length
  return (
    <div className="divide-y border-t">
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-3 px-4 py-2 md:px-6">
        <label className="txt-compact-small flex items-center gap-x-3 py-1">
          <Checkbox
            checked={isAll ? true : chosen.length > 0 ? "indeterminate" : false}
            onCheckedChange={() => setTicked(isAll ? new Set() : new Set(ids))}
          />
          {chosen.length === 0
            ? t("today.orders.selectAll")
            : t("today.orders.countSelected", { count: chosen.length })}
        </label>
        <div className="flex flex-wrap justify-end gap-2">
          {chosen.length > 0 && (
            <Button size="small" variant="secondary" asChild>
              <a href={`/admin/packing-slips?orders=${chosen.join(",")}`} target="_blank" rel="noreferrer">
                {t("today.orders.printSlips")}
              </a>
            </Button>
          )}
          {list === "to_ship" && (
            <Button size="small" onClick={() => onSend(chosen)}>
              {t("today.orders.sendParcels")}
            </Button>
          )}
          {list === "to_pack" && chosen.length > 0 && (
            <PackOrders orders={data.orders.filter(({ id }) => ticked.has(id))} />
          )}
        </div>
      </div>
      <OrderTable
        orders={data.orders}
        ticked={ticked}
        onTick={(id, isTicked) => {
          const next = new Set(ticked)
          if (isTicked) next.add(id)
          else next.delete(id)
          setTicked(next)
        }}
      />
      {(page > 0 || data.hasMore) && <Pager page={page} hasMore={data.hasMore} onPage={turn} />}
    </div>
  )
}
