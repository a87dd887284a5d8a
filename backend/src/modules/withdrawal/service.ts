import { MedusaService } from "@medusajs/framework/utils"
import { OrderWithdrawal } from "./models/order-withdrawal"

/** Notices of buyers who withdraw from an order. */
export default class WithdrawalService extends MedusaService({ OrderWithdrawal }) {}
