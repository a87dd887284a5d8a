/**
 * A browser's translator replaces text nodes by elements. React keeps its own: it would change a text that is not shown, and the
 * DOM throws when React removes it or inserts before it (react/react#11538). Here React's DOM operations find the replacement.
 */
const replacements = new WeakMap<Node, Node>()

const observer = new MutationObserver(remember)

/** A node removed beside one that was just added was replaced by it. React does that too, but never uses such a node again. */
function remember(records: readonly MutationRecord[]): void {
  const added = new Set<Node | null>()
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const node of addedNodes) {
      added.add(node)
      replacements.delete(node)
    }
    const replacement = [addedNodes[0], previousSibling, nextSibling].find((node) => node && added.has(node))
    if (replacement) for (const node of removedNodes) replacements.set(node, replacement)
  }
}

/** The child of `parent` that shows a node: as a rule itself, otherwise its replacement or an element that was put around it. */
function shownIn(parent: Node, node: Node): Node | undefined {
  if (node.parentNode === parent) return node
  remember(observer.takeRecords())
  for (let shown: Node | undefined = node; shown; shown = replacements.get(shown)) {
    let child = shown
    while (child.parentNode && child.parentNode !== parent) child = child.parentNode
    if (child.parentNode === parent) return child
  }
  return undefined
}

/** Puts a text back in the place of its replacement. The translator then translates the new text. */
function restore(text: Node): void {
  remember(observer.takeRecords())
  let shown = replacements.get(text)
  while (shown && !shown.parentNode) shown = replacements.get(shown)
  shown?.parentNode?.replaceChild(text, shown)
}

/** Written as methods of a class for `super`, and copied to every element. */
class Parent extends Node {
  override insertBefore<Added extends Node>(node: Added, before: Node | null): Added {
    return super.insertBefore(node, before && (shownIn(this, before) ?? before))
  }

  override removeChild<Removed extends Node>(node: Removed): Removed {
    const child = shownIn(this, node)
    // Without one, it is gone already.
    if (child) super.removeChild(child)
    return node
  }
}

export function allowReplacedNodes(): void {
  observer.observe(document, { childList: true, subtree: true })
  const { insertBefore, removeChild } = Object.getOwnPropertyDescriptors(Parent.prototype)
  Object.defineProperties(Element.prototype, { insertBefore, removeChild })

  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue")
  Object.defineProperty(Text.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Text, text: string | null) {
      nodeValue?.set?.call(this, text)
      if (!this.parentNode) restore(this)
    },
  })
}
