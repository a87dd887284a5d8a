import { Text } from "@medusajs/ui"
import type { TFunction } from "i18next"
import { useTranslation } from "react-i18next"
import { z } from "zod"
import { moment } from "../components/moment"
import { Rows } from "../components/rows"
import { Section } from "../components/section"
import type { DetailEdit } from "./details"
import { labelOf } from "./fields"

const hoursSchema = z.array(z.object({ days: z.string(), hours: z.string() }))

function inWords(value: unknown, t: TFunction<"shop">): string {
  if (typeof value === "string") return value
  const hours = hoursSchema.safeParse(value)
  if (!hours.success || hours.data.length === 0) return t("business.changes.noValue")
  return hours.data.map(({ days, hours }) => `${days} ${hours}`).join(", ")
}

export function EditHistory({ edits }: { edits: readonly DetailEdit[] }) {
  const { t } = useTranslation("shop")
  return (
    <Section title={t("business.changes.title")}>
      {edits.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("business.changes.none")}
        </Text>
      ) : (
        <Rows
          rows={edits}
          keyOf={({ field, editedAt, after }) => `${field} ${editedAt} ${inWords(after, t)}`}
          columns={[
            {
              heading: t("common.when"),
              cellClassName: "whitespace-nowrap",
              cell: ({ editedAt }) => moment(editedAt),
            },
            { heading: t("common.who"), cell: ({ editedBy }) => editedBy },
            {
              heading: t("business.changes.field"),
              cellClassName: "whitespace-nowrap",
              cell: ({ field }) => labelOf(field, t),
            },
            { heading: t("business.changes.before"), cell: ({ before }) => inWords(before, t) },
            { heading: t("business.changes.after"), cell: ({ after }) => inWords(after, t) },
          ]}
        />
      )}
    </Section>
  )
}
