import { Module } from "@medusajs/framework/utils"
import UnpaidOrdersService from "./service"

const UNPAID_ORDERS = "unpaidOrders"

export default Module(UNPAID_ORDERS, { service: UnpaidOrdersService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [UNPAID_ORDERS]: UnpaidOrdersService
  }
}
