import { Badge, Button, FocusModal, Heading, Input, Label, Text, toast } from "@medusajs/ui"
import { importReportSchema, type ImportReport } from "@shop/contracts/staff"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { ask } from "../components/ask"
import { LoadError } from "../components/load-error"
import { Rows } from "../components/rows"

const PATH = "/admin/stock-overview/csv"
const COLOURS = { add: "green", change: "blue", same: "grey", wrong: "red" } as const

/** Imports products from CSV: a preview first, then all changes or none. */
export function ImportTable({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation("shop")
  const [csv, setCsv] = useState("")
  const id = useId()
  const client = useQueryClient()
  const preview = useMutation({
    mutationFn: (text: string) =>
      ask(importReportSchema, PATH, { method: "POST", body: { csv: text }, isChange: false }),
  })
  const apply = useMutation({
    mutationFn: (plan: string) => ask(importReportSchema, PATH, { method: "POST", body: { csv, plan } }),
    onSuccess: ({ counts }) => {
      toast.success(t("stock.imports.done", { added: counts.add, changed: counts.change }))
      close()
      return client.invalidateQueries()
    },
  })
  const report = preview.data
  const error = preview.error ?? apply.error

  const choose = async (file: File | undefined) => {
    apply.reset()
    if (!file) return
    const text = await file.text()
    setCsv(text)
    preview.mutate(text)
  }
  const close = () => {
    preview.reset()
    apply.reset()
    onClose()
  }

  return (
    <FocusModal open={isOpen} onOpenChange={(open) => !open && close()}>
      <FocusModal.Content>
        <FocusModal.Header />
        <FocusModal.Body className="overflow-y-auto">
          <div className="mx-auto flex max-w-5xl flex-col gap-y-6 px-6 py-10">
            <FocusModal.Title asChild>
              <Heading>{t("stock.imports.title")}</Heading>
            </FocusModal.Title>
            <div className="flex flex-col gap-y-2">
              <Label htmlFor={id}>{t("common.productsCsv")}</Label>
              <Input
                id={id}
                type="file"
                accept=".csv,text/csv"
                onChange={(event) => void choose(event.target.files?.[0])}
              />
              <FocusModal.Description className="text-ui-fg-subtle txt-small">
                {t("stock.imports.hint")}
              </FocusModal.Description>
            </div>
            {preview.isPending && <Text size="small">{t("stock.imports.checking")}</Text>}
            <LoadError what={t("stock.imports.failed")} of={{ error }} />
            {report && <Report report={report} />}
          </div>
        </FocusModal.Body>
        <FocusModal.Footer>
          <Button variant="secondary" size="small" onClick={close}>
            {t("common.cancel")}
          </Button>
          <Button
            size="small"
            disabled={!report || report.counts.wrong > 0 || report.counts.add + report.counts.change === 0}
            isLoading={apply.isPending}
            onClick={() => report && apply.mutate(report.plan)}
          >
            {t("common.import")}
          </Button>
        </FocusModal.Footer>
      </FocusModal.Content>
    </FocusModal>
  )
}

function Report({ report: { counts, lines } }: { report: ImportReport }) {
  const { t } = useTranslation("shop")
  const changed = lines.filter(({ action }) => action !== "same")
  return (
    <section aria-label={t("stock.imports.preview")} className="flex flex-col gap-y-3">
      <Text size="small" weight="plus" role="status">
        {t("stock.imports.counts", { ...counts })}
      </Text>
      {changed.length > 0 && (
        <Rows
          rows={changed}
          keyOf={({ line }) => line}
          rowClassName="align-top"
          columns={[
            { heading: t("stock.imports.line"), cellClassName: "tabular-nums", cell: ({ line }) => line },
            { heading: t("common.product"), cell: ({ name }) => name },
            {
              heading: "",
              cell: ({ action }) => (
                <Badge size="2xsmall" color={COLOURS[action]}>
                  {t(`stock.imports.actions.${action}`)}
                </Badge>
              ),
            },
            {
              heading: t("stock.imports.changes"),
              cellClassName: "py-2",
              cell: (line) => <Changes line={line} />,
            },
          ]}
        />
      )}
    </section>
  )
}

function Changes({ line: { action, changes, problems } }: { line: ImportReport["lines"][number] }) {
  const { t } = useTranslation("shop")
  return (
    <>
      {problems.map((problem) => (
        <Text key={problem} size="small" className="text-ui-fg-error">
          {problem}
        </Text>
      ))}
      {action === "change" &&
        changes.map(({ column, from, to }) => (
          <Text key={column} size="small" className="line-clamp-2">
            <strong>{column}</strong>: {from || t("stock.imports.blank")} → {to || t("stock.imports.blank")}
          </Text>
        ))}
    </>
  )
}
