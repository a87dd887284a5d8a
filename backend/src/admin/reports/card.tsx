import { Container, Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { Mark } from "./colours"

interface Card {
  title: string
  /** What the numbers are, in a line */
  hint: string
  legend?: readonly { name: string; mark: Mark }[]
  action?: ReactNode
  children: ReactNode
}

/** One chart or list with its title, what it counts, and its colours. */
export function Card({ title, hint, legend = [], action, children }: Card) {
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
          {legend.map(({ name, mark }) => (
            <Text key={name} size="small" className="flex items-center gap-x-2">
              <span aria-hidden className={`h-3 w-3 rounded-sm ${mark.dot}`} />
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
