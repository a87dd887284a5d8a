import { Module } from "@medusajs/framework/utils"
import StockWatchService from "./service"

const STOCK_WATCH = "stockWatch"

export default Module(STOCK_WATCH, { service: StockWatchService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [STOCK_WATCH]: StockWatchService
  }
}
