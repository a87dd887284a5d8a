import { Module } from "@medusajs/framework/utils"
import BankTransferService from "./service"

/** The module's key in the container. */
export const BANK_TRANSFER = "bankTransfer"

export default Module(BANK_TRANSFER, { service: BankTransferService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [BANK_TRANSFER]: BankTransferService
  }
}
