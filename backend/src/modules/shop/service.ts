import { MedusaService } from "@medusajs/framework/utils"
import { ContactAnswer } from "./models/contact-answer"
import { ContactMessage } from "./models/contact-message"
import { OrderWithdrawal } from "./models/order-withdrawal"
import { StockAlarm } from "./models/stock-alarm"
import { UnpaidOrder } from "./models/unpaid-order"
import { UnpaidRelease } from "./models/unpaid-release"

/** The shop's own tables that have no rules of their own. */
export default class ShopService extends MedusaService({
  ContactMessage,
  ContactAnswer,
  OrderWithdrawal,
  StockAlarm,
  UnpaidOrder,
  UnpaidRelease,
}) {}
