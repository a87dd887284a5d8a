import { MedusaService } from "@medusajs/framework/utils"
import { BankTransfer } from "./models/bank-transfer"

/** What is known about transfers: a row for each that has come. */
export default class BankTransferService extends MedusaService({ BankTransfer }) {}
