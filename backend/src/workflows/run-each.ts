import { MedusaError } from "@medusajs/framework/utils"
import { reasonOf } from "../platform/config/reason"

/** In turn: a failing item does not stop the others. `what` names the items in the error. @throws MedusaError at the end */
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
      `${errors.length} ${what} failed: ${reasonOf(errors[0])}`,
    )
}
