import type { ReactNode } from "react"
import { Icon } from "./icon"

export interface AccordionItem {
  title: string
  content: ReactNode
}

/** Questions of which one is open at a time, with the platform's `<details name>`. */
export function Accordion({ name, items }: { name: string; items: readonly AccordionItem[] }) {
  return (
    <div className="accordion">
      {items.map((item) => (
        <details key={item.title} name={name} className="accordion__item">
          <summary className="accordion__title">
            <span>{item.title}</span>
            <Icon name="plus" className="accordion__mark" />
          </summary>
          <div className="accordion__content">{item.content}</div>
        </details>
      ))}
    </div>
  )
}
