import { readWithdrawal } from "../../../../../../platform/medusa-tables/withdrawals"
import { settleWithdrawal } from "../../../../../../workflows/withdraw-order"
import { reasonSchema, staffRoute } from "../../../../staff-route"

export const POST = staffRoute(async ({ scope, id, read, member }) => {
  const { reason } = read(reasonSchema)
  await settleWithdrawal(scope, id, (await member()).email, reason)
  return { withdrawal: await readWithdrawal(scope, id) }
})
