type Child = Node | string | null

/** An element with properties, attributes (`aria-…`, `part`, `role`) and children. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Record<string, string | number | boolean | null | (() => void)> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === false) continue
    if (name in element) Object.assign(element, { [name]: value })
    else element.setAttribute(name, String(value))
  }
  element.append(...children.filter((child) => child !== null))
  return element
}
