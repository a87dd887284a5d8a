import { Container, Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Rows } from "../components/rows"
import type { Colour } from "./bars"

interface CardProps {
  title: string
  /** What the numbers mean, in one line */
  hint: string
  legend?: readonly { name: string; colour: Colour }[]
  action?: ReactNode
  children: ReactNode
}

export function Card({ title, hint, legend = [], action, children }: CardProps) {
  return (
    <Container className="flex flex-col gap-y-4 p-6">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <Heading level="h2">{title}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {hint}
          </Text>
        </div>
        <div className="flex flex-wrap items-center gap-4">
          {legend.map(({ name, colour }) => (
            <Text key={name} size="small" className="flex items-center gap-x-2">
              <span aria-hidden className={`h-3 w-3 rounded-sm ${colour.dot}`} />
              {name}
            </Text>
          ))}
          {action}
        </div>
      </div>
      {children}
    </Container>
  )
}

interface NumbersProps {
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

export function Numbers({ head, rows }: NumbersProps) {
  const { t } = useTranslation("shop")
  return (
    <details>
      <summary className="cursor-pointer">
        <Text as="span" size="small" className="text-ui-fg-subtle">
          {t("reports.showTable")}
        </Text>
      </summary>
      <div className="mt-2 max-h-80 overflow-auto">
        <Rows
          rows={rows}
          keyOf={([first = ""]) => first}
          columns={head.map((heading, index) => ({
            heading,
            className: index === 0 ? "" : "text-right tabular-nums",
            cell: (row: readonly string[]) => row[index],
          }))}
        />
      </div>
    </details>
  )
}
