import { Container, Heading, Text } from "@medusajs/ui"
import type { CSSProperties, ReactNode } from "react"

interface SectionProps {
  title: string
  level?: "h1" | "h2"
  description?: string | undefined
  /** Beside the title. */
  badge?: ReactNode
  /** At the other end of the title's line. */
  actions?: ReactNode
  style?: CSSProperties
  children?: ReactNode
}

/** A section of a page, of ours or of Medusa's. Its parts are separated by lines. */
export function Section({ title, level = "h2", description, badge, actions, style, children }: SectionProps) {
  return (
    <Container className="divide-y p-0" style={style}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-6 py-4">
        <div>
          <div className="flex items-center gap-x-3">
            <Heading level={level}>{title}</Heading>
            {badge}
          </div>
          {description !== undefined && (
            <Text size="small" className="text-ui-fg-subtle">
              {description}
            </Text>
          )}
        </div>
        {actions}
      </div>
      {children}
    </Container>
  )
}

interface FormSectionProps extends SectionProps {
  onSubmit: () => void
}

export function FormSection({ children, onSubmit, ...section }: FormSectionProps) {
  return (
    <Section {...section}>
      <form
        className="flex flex-col gap-y-4 px-6 py-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
      </form>
    </Section>
  )
}
