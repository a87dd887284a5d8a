import { AsyncLocalStorage } from "node:async_hooks"

const requestIds = new AsyncLocalStorage<string>()

/** What runs from here on belongs to this request: its log lines carry the id. */
export function enterRequest(id: string): void {
  requestIds.enterWith(id)
}

export function currentRequestId(): string | undefined {
  return requestIds.getStore()
}
