import { Module } from "@medusajs/framework/utils"
import StockWatchService from "./service"

/** The name under which the container knows this module. */
export const STOCK_WATCH = "stockWatch"

export default Module(STOCK_WATCH, { service: StockWatchService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [STOCK_WATCH]: StockWatchService
  }
}
