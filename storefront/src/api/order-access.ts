import { ApiError } from "../lib/api-error"
import { lateParserOf } from "./load-schemas"
import { command } from "./request"

const PREFIX = "#key="

/**
 * A link in an email carries the order's secret after the `#`, where no server and no log sees it. This exchanges the
 * secret once for a cookie that opens this one order, and removes it from the address bar. A wrong secret opens
 * nothing.
 */
export function openWithKey(orderId: string): Promise<void> {
  if (typeof location === "undefined" || !location.hash.startsWith(PREFIX)) return Promise.resolve()
  // Several views of an order ask at the same time. The secret is exchanged once.
  opening ??= spend(orderId).finally(() => (opening = null))
  return opening
}

let opening: Promise<void> | null = null

async function spend(orderId: string): Promise<void> {
  const orderKeySchema = await lateParserOf("orderKeySchema")()
  const secret = orderKeySchema.safeParse({ key: location.hash.slice(PREFIX.length) })
  if (secret.success) {
    try {
      await command(`/api/orders/${encodeURIComponent(orderId)}/access`, {
        method: "POST",
        body: secret.data,
      })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error
    }
  }
  history.replaceState(history.state, "", location.pathname + location.search)
}
