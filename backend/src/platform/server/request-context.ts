import { AsyncLocalStorage } from "node:async_hooks"

const requestIds = new AsyncLocalStorage<string>()

export function enterRequest(id: string): void {
  requestIds.enterWith(id)
}

export function currentRequestId(): string | undefined {
  return requestIds.getStore()
}
