import { MedusaError, Modules } from "@medusajs/framework/utils"
import { erasePerson } from "../../../../../workflows/delete-account"
import { staffRoute } from "../../../staff-route"

/** `POST /admin/customers/{id}/erasure`: erases a person, by the customer's e-mail address, as the law lets them ask. */
export const POST = staffRoute(async ({ scope, id, response, member }) => {
  await member()
  const [customer] = await scope.resolve(Modules.CUSTOMER).listCustomers({ id }, { select: ["id"], take: 1 })
  if (!customer) throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such customer.")
  await erasePerson(scope, id)
  response.status(204).end()
})
