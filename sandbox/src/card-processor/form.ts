import { invalidRequest } from "./api-error.js"

export type FormValue = string | FormValue[] | { [key: string]: FormValue }
type Node = string | Map<string, Node>

/**
 * Parses Stripe's nested form encoding: `line_items[0][price_data][currency]=gbp`, `metadata[order]=1`, `expand[]=x`.
 * An object whose keys are all numbers is a list.
 */
export function parseForm(text: string): Record<string, FormValue> {
  const root = new Map<string, Node>()
  for (const [name, value] of new URLSearchParams(text)) insert(root, pathOf(name), value)
  return Object.fromEntries([...root].map(([key, node]) => [key, toValue(node)]))
}

function pathOf(name: string): string[] {
  const [, first = "", rest = ""] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
  if (first === "") throw invalidRequest(`Invalid parameter name: ${name}`, { param: name })
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key = ""]) => key)]
}

function insert(root: Map<string, Node>, path: readonly string[], value: string): void {
  let parent = root
  path.forEach((part, depth) => {
    const key = part === "" ? String(parent.size) : part
    if (depth === path.length - 1) {
      parent.set(key, value)
      return
    }
    const child = parent.get(key)
    const next = child instanceof Map ? child : new Map<string, Node>()
    parent.set(key, next)
    parent = next
  })
}

function toValue(node: Node): FormValue {
  if (typeof node === "string") return node
  const entries = [...node].map(([key, child]) => [key, toValue(child)] as const)
  if (entries.every(([key]) => /^\d+$/.test(key)))
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value)
  return Object.fromEntries(entries)
}
