import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
  type WorkflowData,
} from "@medusajs/framework/workflows-sdk"
import { ACCESS } from "../modules/access"
import { eraseOrders } from "../platform/medusa-tables/erasure"
import { EXECUTION_RETENTION_SECONDS } from "medusa-payments/workflows"
import { runEach } from "./run-each"

/** Orders of one execution, so that a statement stays short. */
const BATCH = 500

/** Makes orders anonymous, and the links in their mails open them no more. */
export async function eraseOrdersWithKeys(container: MedusaContainer, ids: string[]): Promise<void> {
  await container.resolve(ACCESS).revokeOrderKeys(ids)
  const erased = await eraseOrders(container, { ids })
  if (erased.length > 0)
    container.resolve(ContainerRegistrationKeys.LOGGER).info(`${erased.length} orders were made anonymous.`)
}

const eraseOrdersStep = createStep("erase-orders", async (ids: string[], { container }) => {
  await eraseOrdersWithKeys(container, ids)
  return new StepResponse(null)
})

/** Not compensated: it cannot be undone, and can be repeated. The execution log keeps ids only. */
const eraseOrdersWorkflow = createWorkflow(
  { name: "erase-orders", retentionTime: EXECUTION_RETENTION_SECONDS },
  (input: WorkflowData<{ orderIds: string[] }>) => {
    eraseOrdersStep(transform(input, ({ orderIds }) => orderIds))
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
