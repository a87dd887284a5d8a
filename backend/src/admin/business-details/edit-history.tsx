import { Text } from "@medusajs/ui"
import { z } from "zod"
import { moment } from "../components/moment"
import { Rows } from "../components/rows"
import { Section } from "../components/section"
import type { DetailEdit } from "./details"
import { labelOf } from "./fields"

const hoursSchema = z.array(z.object({ days: z.string(), hours: z.string() }))

function inWords(value: unknown): string {
  if (typeof value === "string") return value
  const hours = hoursSchema.safeParse(value)
  if (!hours.success || hours.data.length === 0) return "none"
  return hours.data.map(({ days, hours }) => `${days} ${hours}`).join(", ")
}

export function EditHistory({ edits }: { edits: readonly DetailEdit[] }) {
  return (
    <Section title="Changes">
      {edits.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          No changes yet. All values come from the server's settings.
        </Text>
      ) : (
        <Rows
          rows={edits}
          keyOf={({ field, editedAt, after }) => `${field} ${editedAt} ${inWords(after)}`}
          columns={[
            { heading: "When", cellClassName: "whitespace-nowrap", cell: ({ editedAt }) => moment(editedAt) },
            { heading: "Who", cell: ({ editedBy }) => editedBy },
            { heading: "Field", cellClassName: "whitespace-nowrap", cell: ({ field }) => labelOf(field) },
            { heading: "Before", cell: ({ before }) => inWords(before) },
            { heading: "After", cell: ({ after }) => inWords(after) },
          ]}
        />
      )}
    </Section>
  )
}
