import { Button, FocusModal, Heading, InlineTip, Input, Skeleton, Text, toast } from "@medusajs/ui"
import { dispatchPreviewSchema, type DispatchPreview } from "@shop/contracts/staff"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { z } from "zod"
import { ask, typingPause } from "../components/ask"
import { Field, LongTextField } from "../components/fields"
import { LoadError } from "../components/load-error"
import { ParcelRow, planOf } from "./parcel-row"
import { useEach } from "./use-each"

/** Sends packed orders with their tracking numbers: typed, pasted from a spreadsheet, or from a carrier's file. */
export function SendParcels({ orders, onClose }: { orders: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation("shop")
  const [list, setList] = useState("")
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const { left, results, run } = useEach()
  const query = useQuery({
    queryKey: ["parcels", orders, list],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      await typingPause()
      const body = { orders, list }
      return ask(dispatchPreviewSchema, "/admin/parcels/preview", {
        method: "POST",
        body,
        signal,
        isChange: false,
      })
    },
    placeholderData: keepPreviousData,
  })
  const rows = query.data?.orders ?? []
  const numberOf = ({ id, tracking }: DispatchPreview["orders"][number]) => typed[id] ?? tracking
  const ready = rows.filter((row) => planOf(row, numberOf(row), t).isSent)
  const send = async () => {
    const sent = await run(ready, (row) =>
      ask(z.unknown(), `/admin/orders/${encodeURIComponent(row.id)}/dispatch`, {
        ...{ method: "POST", body: { tracking: numberOf(row) } },
      }),
    )
    if (sent > 0) toast.success(t("parcels.sent", { count: sent }))
  }

  return (
    <FocusModal open onOpenChange={(open) => !open && left === 0 && onClose()}>
      <FocusModal.Content>
        <FocusModal.Header />
        <FocusModal.Body className="overflow-y-auto">
          <div className="mx-auto flex max-w-4xl flex-col gap-y-6 px-4 py-8 md:px-6">
            <FocusModal.Title asChild>
              <Heading>{t("parcels.title")}</Heading>
            </FocusModal.Title>
            <FocusModal.Description className="text-ui-fg-subtle txt-small">
              {t("parcels.how")}
            </FocusModal.Description>
            <div className="grid gap-4 md:grid-cols-2">
              <LongTextField label={t("parcels.list")} rows={4} value={list} onText={setList} />
              <Field label={t("parcels.file")}>
                {(control) => (
                  <Input
                    {...control}
                    type="file"
                    accept=".csv,.tsv,.txt,text/csv"
                    onChange={(event) => void event.target.files?.[0]?.text().then(setList)}
                  />
                )}
              </Field>
            </div>
            {query.data && query.data.problems.length > 0 && (
              <InlineTip variant="warning" label={t("parcels.notUsed")} role="status">
                {query.data.problems.map((problem) => (
                  <p key={problem} className="break-words">
                    {problem}
                  </p>
                ))}
              </InlineTip>
            )}
            <LoadError what={t("parcels.notLoaded")} of={query} />
            {query.isPending && <Skeleton className="h-24" aria-label={t("parcels.loading")} />}
            {query.data && rows.length === 0 && <Text size="small">{t("parcels.chooseByList")}</Text>}
            <ul className="divide-y" aria-label={t("parcels.parcels")}>
              {rows.map((row) => (
                <ParcelRow
                  key={row.id}
                  order={row}
                  tracking={numberOf(row)}
                  result={results.get(row.id)}
                  onTracking={(text) => setTyped({ ...typed, [row.id]: text })}
                />
              ))}
            </ul>
          </div>
        </FocusModal.Body>
        <FocusModal.Footer>
          <Button variant="secondary" size="small" disabled={left > 0} onClick={onClose}>
            {t("common.close")}
          </Button>
          <Button
            size="small"
            disabled={ready.length === 0 || left > 0 || query.isPlaceholderData}
            onClick={() => void send()}
          >
            {left > 0 ? t("parcels.sending", { count: left }) : t("parcels.send", { count: ready.length })}
          </Button>
        </FocusModal.Footer>
      </FocusModal.Content>
    </FocusModal>
  )
}
