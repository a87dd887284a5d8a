import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { EditProfile } from "@shop/contracts"
import { splitName } from "./split-name"

/** Changes what the customer says of themselves; what is left out stays. */
export async function editProfile(
  container: MedusaContainer,
  customerId: string,
  { name, phone }: EditProfile,
): Promise<void> {
  await container.resolve(Modules.CUSTOMER).updateCustomers(customerId, {
    ...(name === undefined ? {} : splitName(name)),
    ...(phone === undefined ? {} : { phone: phone === "" ? null : phone }),
  })
}
