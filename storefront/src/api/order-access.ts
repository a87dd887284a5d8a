import { ApiError } from "../lib/api-error"
import { lateParserOf } from "./load-schemas"
import { command } from "./request"

let opening: Promise<void> | null = null

/** Exchanges the key once for a cookie that opens this one order, and removes it from the address bar. */
export function openWithKey(path: string, key: string): Promise<void> {
  // Several views of an order ask at the same time.
  opening ??= spend(path, key).finally(() => (opening = null))
  return opening
}

async function spend(path: string, key: string): Promise<void> {
  const secret = (await lateParserOf("orderKeySchema")()).safeParse({ key })
  if (secret.success) {
    try {
      await command(path, { method: "POST", body: secret.data })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error
    }
  }
  history.replaceState(history.state, "", location.pathname + location.search)
}
