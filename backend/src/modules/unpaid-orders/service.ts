import { MedusaService } from "@medusajs/framework/utils"
import { UnpaidOrder } from "./models/unpaid-order"

/** Orders that hold stock before they are paid, by the client that placed them. */
export default class UnpaidOrdersService extends MedusaService({ UnpaidOrder }) {}
