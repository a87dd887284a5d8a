import { MedusaError } from "@medusajs/framework/utils"
import { isNumbered, NO_NUMBER, readTracking } from "@shop/contracts/staff"

/** The labels of a parcel that leaves. @throws MedusaError `invalid_data`, also for a tracked one of which staff do not say that it has no number */
export function readLabels<Label extends { tracking_number: string }>(
  isTracked: boolean,
  typed: readonly Label[],
): Label[] {
  const labels = typed.map((label) => {
    const tracking = readTracking(label.tracking_number)
    if (tracking === null)
      throw new MedusaError(MedusaError.Types.INVALID_DATA, "This is no tracking number.")
    return { ...label, tracking_number: tracking }
  })
  if (isTracked && labels.every(({ tracking_number }) => tracking_number === ""))
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `This delivery is tracked: add its tracking number. If the parcel has none, write “${NO_NUMBER}” as its number.`,
    )
  return labels.filter(({ tracking_number }) => isNumbered(tracking_number))
}
