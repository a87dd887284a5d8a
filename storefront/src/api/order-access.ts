import { orderKeySchema } from "@shop/contracts"
import { ApiError } from "./api-error"
import { command } from "./request"

const PREFIX = "#key="

/**
 * A link in a mail brings the order's secret behind the `#`, where no server and no log sees it. It is changed once for
 * a cookie that opens this one order, and leaves the address bar. A secret that does not fit opens nothing.
 */
export function openWithKey(orderId: string): Promise<void> {
  if (typeof location === "undefined" || !location.hash.startsWith(PREFIX)) return Promise.resolve()
  // Several views of an order ask for it at once: the secret is spent once.
  opening ??= spend(orderId).finally(() => (opening = null))
  return opening
}

let opening: Promise<void> | null = null

async function spend(orderId: string): Promise<void> {
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
