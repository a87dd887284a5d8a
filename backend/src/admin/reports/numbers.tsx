import { Table, Text } from "@medusajs/ui"

interface Numbers {
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A chart's numbers as a table, for who cannot see it or wants them exactly; closed until asked for. */
export function Numbers({ head, rows }: Numbers) {
  return (
    <details>
      <summary className="cursor-pointer">
        <Text as="span" size="small" className="text-ui-fg-subtle">
          Show as table
        </Text>
      </summary>
      <div className="mt-2 max-h-80 overflow-auto">
        <Table>
          <Table.Header>
            <Table.Row>
              {head.map((name, index) => (
                <Table.HeaderCell key={name} className={index === 0 ? "" : "text-right"}>
                  {name}
                </Table.HeaderCell>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {rows.map(([first = "", ...others]) => (
              <Table.Row key={first}>
                <Table.Cell>{first}</Table.Cell>
                {others.map((value, index) => (
                  <Table.Cell key={head[index + 1]} className="text-right tabular-nums">
                    {value}
                  </Table.Cell>
                ))}
              </Table.Row>
            ))}
          </Table.Body>
        </Table>
      </div>
    </details>
  )
}
