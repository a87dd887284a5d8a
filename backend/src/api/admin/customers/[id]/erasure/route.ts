import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { erasePerson } from "../../../../../workflows/delete-account"
import { staffMember } from "../../../staff-member"

/** `POST /admin/customers/{id}/erasure`: erases a person, by the customer's e-mail address, as the law lets them ask. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await staffMember(req)
  const id = req.params.id ?? ""
  const [customer] = await req.scope
    .resolve(Modules.CUSTOMER)
    .listCustomers({ id }, { select: ["id"], take: 1 })
  if (!customer) throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such customer.")
  await erasePerson(req.scope, id)
  res.status(204).end()
}
