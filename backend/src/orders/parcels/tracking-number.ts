import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isTracked } from "@shop/contracts"
import { NO_NUMBER } from "@shop/contracts/staff"
import { readParcel } from "../../platform/medusa-tables/parcels"

/** @throws MedusaError `invalid_data` for a tracked parcel of which staff give no number and do not say that it has none */
export async function assertTracking(
  container: MedusaContainer,
  parcelId: string,
  given: readonly string[],
): Promise<void> {
  if (given.some((text) => text.trim() !== "")) return
  const [parcel] = await readParcel(container, { id: parcelId })
  if (parcel && isTracked(parcel.method))
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `This delivery is tracked: add its tracking number. If the parcel has none, write “${NO_NUMBER}” as its number.`,
    )
}
