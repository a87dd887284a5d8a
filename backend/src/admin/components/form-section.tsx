import { Container, Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

interface FormSectionProps {
  title: string
  description: string
  children: ReactNode
  onSubmit: () => void
}

/** A form as a section of one of Medusa's pages. */
export function FormSection({ title, description, children, onSubmit }: FormSectionProps) {
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">{title}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {description}
        </Text>
      </div>
      <form
        className="flex flex-col gap-y-4 px-6 py-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
      </form>
    </Container>
  )
}
