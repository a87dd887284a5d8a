import { Container, Heading, Table, Text } from "@medusajs/ui"
import { z } from "zod"
import { moment } from "../components/moment"
import type { DetailEdit } from "./details"
import { labelOf } from "./fields"

const hoursSchema = z.array(z.object({ days: z.string(), hours: z.string() }))

/** The value of a detail on one line. */
function inWords(value: unknown): string {
  if (typeof value === "string") return value
  const hours = hoursSchema.safeParse(value)
  if (!hours.success || hours.data.length === 0) return "none"
  return hours.data.map(({ days, hours }) => `${days} ${hours}`).join(", ")
}

/** All edits, newest first. */
export function EditHistory({ edits }: { edits: readonly DetailEdit[] }) {
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">Changes</Heading>
      </div>
      {edits.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          No changes yet. All values come from the server's settings.
        </Text>
      ) : (
        <div className="overflow-x-auto">
          <Table>
            <Table.Header>
              <Table.Row>
                <Table.HeaderCell>When</Table.HeaderCell>
                <Table.HeaderCell>Who</Table.HeaderCell>
                <Table.HeaderCell>Field</Table.HeaderCell>
                <Table.HeaderCell>Before</Table.HeaderCell>
                <Table.HeaderCell>After</Table.HeaderCell>
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {edits.map((edit) => (
                <Table.Row key={`${edit.field} ${edit.editedAt} ${inWords(edit.after)}`}>
                  <Table.Cell className="whitespace-nowrap">{moment(edit.editedAt)}</Table.Cell>
                  <Table.Cell>{edit.editedBy}</Table.Cell>
                  <Table.Cell className="whitespace-nowrap">{labelOf(edit.field)}</Table.Cell>
                  <Table.Cell>{inWords(edit.before)}</Table.Cell>
                  <Table.Cell>{inWords(edit.after)}</Table.Cell>
                </Table.Row>
              ))}
            </Table.Body>
          </Table>
        </div>
      )}
    </Container>
  )
}
