import { Container, Input, Skeleton, Text } from "@medusajs/ui"
import { formatPence } from "@shop/contracts"
import { foundOrdersSchema, type FoundOrders } from "@shop/contracts/staff"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState, type KeyboardEvent } from "react"
import { useTranslation } from "react-i18next"
import { Link, useNavigate, useSearchParams } from "react-router-dom"
import { ask, typingPause } from "../components/ask"
import { LoadError } from "../components/load-error"
import { moment } from "../components/moment"
import { OrderStates } from "../today/order-table"

/** Finds orders by what people know of them. The text is in the page's address: it is there again after a look at an order. */
export function OrderSearch() {
  const { t } = useTranslation("shop")
  const [search, setSearch] = useSearchParams()
  const [text, setText] = useState(search.get("find") ?? "")
  const navigate = useNavigate()
  const query = useQuery({
    queryKey: ["order-search", text.trim()],
    staleTime: 0,
    enabled: text.trim() !== "",
    queryFn: async ({ signal }) => {
      await typingPause()
      return ask(foundOrdersSchema, `/admin/order-search?q=${encodeURIComponent(text.trim())}`, { signal })
    },
    placeholderData: keepPreviousData,
  })
  // What was found for the text before stays until the next answer, but not that nothing was.
  const isSearching = query.isLoading || (query.isPlaceholderData && query.data?.orders.length === 0)
  const found = text.trim() === "" || query.error || isSearching ? undefined : query.data
  const first = query.isPlaceholderData ? undefined : found?.orders[0]
  const type = (find: string) => {
    setText(find)
    const { find: _before, ...others } = Object.fromEntries(search)
    setSearch(find === "" ? others : { ...others, find }, { replace: true })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === "Escape") type("")
    if (step === undefined) return
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input,a")]
    stops[stops.findIndex((stop) => stop === document.activeElement) + step]?.focus()
    event.preventDefault()
  }
  return (
    <Container className="divide-y p-0" role="search" onKeyDown={onKeyDown}>
      <form
        className="flex flex-col gap-y-1.5 px-4 py-3 md:px-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (first) void navigate(`/orders/${first.id}`)
        }}
      >
        <Input
          type="search"
          aria-label={t("today.search.find")}
          placeholder={t("today.search.find")}
          maxLength={300}
          autoComplete="off"
          value={text}
          onChange={(event) => type(event.target.value)}
        />
        <Text size="xsmall" className="text-ui-fg-subtle">
          {t("today.search.by")}
        </Text>
      </form>
      {text !== "" && <LoadError what={t("today.search.failed")} of={query} className="px-6 py-4" />}
      {text.trim() !== "" && isSearching && (
        <Skeleton className="m-4 h-10" aria-label={t("today.search.searching")} />
      )}
      {found && <Found found={found} text={text} />}
    </Container>
  )
}

function Found({ found: { orders, hasMore }, text }: { found: FoundOrders; text: string }) {
  const { t } = useTranslation("shop")
  const count = orders.length
  return (
    <>
      <Text role="status" size="xsmall" className="text-ui-fg-subtle break-words px-4 py-2 md:px-6">
        {orders.length === 0
          ? t("today.search.none", { text })
          : hasMore
            ? t("today.search.countOrMore", { shown: count })
            : t("today.search.count", { count })}
      </Text>
      {orders.length > 0 && (
        <ul className="divide-y" aria-label={t("today.search.found")}>
          {orders.map(({ id, number, customer, placedAt, pence, state, needsReview, match }) => (
            <li key={id}>
              <Link
                to={`/orders/${id}`}
                className="hover:bg-ui-bg-base-hover focus-visible:bg-ui-bg-base-hover txt-compact-small grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 px-4 py-2.5 outline-none md:grid-cols-[1fr_6rem_10rem] md:items-center md:px-6"
              >
                <span className="min-w-0 break-words max-md:row-span-2">
                  <span className="font-medium">#{number}</span> {customer}
                  <span className="text-ui-fg-subtle block break-all">
                    {[match.what, match.value].filter(Boolean).join(": ")} · {moment(placedAt)}
                  </span>
                </span>
                <span className="text-right tabular-nums">{formatPence(pence)}</span>
                <OrderStates state={state} needsReview={needsReview} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
