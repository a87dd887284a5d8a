import { Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

/** A group of the form under a heading. */
export function Group({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="border-ui-border-base flex flex-col gap-y-4 border-b pb-8 last:border-b-0">
      <div>
        <Heading level="h2">{title}</Heading>
        {lead && (
          <Text size="small" className="text-ui-fg-subtle">
            {lead}
          </Text>
        )}
      </div>
      {children}
    </section>
  )
}
