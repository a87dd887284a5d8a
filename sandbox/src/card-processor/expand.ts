import { type Account, idOf } from "./account.js"
import { invalidRequest } from "./api-error.js"
import { listOf } from "./list.js"

const DEEPEST = 4

/**
 * A copy of the object in which the ids at these paths are replaced by their objects: `latest_charge.balance_transaction`.
 * @throws ApiError (400) when a path names no object
 */
export function expand(account: Account, object: object, paths: readonly string[] = []): unknown {
  const copy: unknown = structuredClone(object)
  for (const path of paths) {
    const parts = path.split(".")
    if (parts.length > DEEPEST)
      throw invalidRequest(`You cannot expand more than ${DEEPEST} levels of a property. Property: ${path}`)
    expandAt(account, copy, parts, path)
  }
  return copy
}

function expandAt(account: Account, value: unknown, parts: readonly string[], path: string): void {
  const [part, ...rest] = parts
  if (part === undefined || value === null) return
  if (Array.isArray(value)) {
    for (const each of value) expandAt(account, each, parts, path)
    return
  }
  if (typeof value !== "object") throw cannotExpand(path)
  const found: unknown = Reflect.get(value, part)
  const isRefunds = part === "refunds" && "object" in value && value.object === "charge"
  if (found === undefined && !isRefunds) throw cannotExpand(path)
  const target = typeof found === "string" ? account.find(found) : found
  const expanded = isRefunds && "id" in value ? refundsOf(account, String(value.id)) : target
  if (expanded === undefined || (typeof expanded !== "object" && rest.length === 0)) throw cannotExpand(path)
  Reflect.set(value, part, structuredClone(expanded))
  expandAt(account, Reflect.get(value, part), rest, path)
}

const refundsOf = (account: Account, chargeId: string) =>
  listOf(
    [...account.refunds.values()].filter(({ charge }) => idOf(charge) === chargeId),
    {},
    `/v1/charges/${chargeId}/refunds`,
  )

const cannotExpand = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" })
