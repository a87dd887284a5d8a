import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { ACCESS } from "../modules/access"
import { eraseOrders } from "../customers/erase-orders"
import { EXECUTION_RETENTION_SECONDS } from "./execution-retention"

/** Orders of one execution, so that a statement stays short. */
const BATCH = 500

/** The links in the mails of these orders open them no more. */
export const revokeOrderKeysStep = createStep("revoke-order-keys", async (ids: string[], { container }) => {
  await container.resolve(ACCESS).revokeOrderKeys(ids)
  return new StepResponse(null)
})

export const eraseOrdersStep = createStep("erase-orders", async (ids: string[], { container }) => {
  await eraseOrders(container, ids)
  return new StepResponse(null)
})

/**
 * Makes orders anonymous. It cannot be undone, so nothing is compensated: every step can be repeated. The execution log
 * keeps ids only.
 */
const eraseOrdersWorkflow = createWorkflow(
  { name: "erase-orders", retentionTime: EXECUTION_RETENTION_SECONDS },
  (input: WorkflowData<{ orderIds: string[] }>) => {
    const ids = transform(input, ({ orderIds }) => orderIds)
    revokeOrderKeysStep(ids)
    eraseOrdersStep(ids)
    return new WorkflowResponse(undefined)
  },
)

/** Makes many orders anonymous, in batches. @throws MedusaError as `runEach` */
export async function eraseInBatches(container: MedusaContainer, orderIds: readonly string[]): Promise<void> {
  const starts = Array.from({ length: Math.ceil(orderIds.length / BATCH) }, (_, index) => index * BATCH)
  await runEach("batches", starts, (start) =>
    eraseOrdersWorkflow(container).run({ input: { orderIds: orderIds.slice(start, start + BATCH) } }),
  )
}

/**
 * Runs `work` for each item in turn. One that fails does not stop the others.
 * @param what the items, as the error calls them
 * @throws MedusaError at the end when one failed
 */
export async function runEach<Item>(
  what: string,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `${errors.length} ${what} failed: ${String(errors[0])}`,
    )
}
