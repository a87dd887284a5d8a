import { Module } from "@medusajs/framework/utils"
import OutboxService, { readOutboxOptions } from "./service"

export { PermanentFailure, processTopic, retryDelaySeconds, type Outcome, type Topic } from "./process"
export { readOutboxOptions }
export { insertMessage, LEASE_MS, type LeasedMessage, type NewMessage } from "./queue"

export const OUTBOX = "outbox"

export default Module(OUTBOX, { service: OutboxService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [OUTBOX]: OutboxService
  }
}
