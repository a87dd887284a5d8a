import { Children, isValidElement, type ReactNode } from "react"

const INLINE = new Set<unknown>(["a", "strong", "em", "span", "small", "b", "i"])

/** The words of what would be drawn, for places that take no markup; blocks are set apart by a space. */
export function textOf(node: ReactNode): string {
  return rawTextOf(node).replace(/\s+/g, " ").trim()
}

function rawTextOf(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node)
  return Children.toArray(node)
    .map((child) => {
      if (!isValidElement<{ children?: ReactNode }>(child))
        return typeof child === "object" ? "" : String(child)
      const words = rawTextOf(child.props.children)
      return INLINE.has(child.type) || typeof child.type !== "string" ? words : `${words} `
    })
    .join("")
}
