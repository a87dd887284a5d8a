import { Module } from "@medusajs/framework/utils"
import ShopFactsService from "./service"

export { changesSchema, type Facts } from "./facts"
export { demoFacts } from "./demo"
export { LATEST_EDITS, overlaid } from "./latest-edits"

/** The name under which the container knows this module. */
export const SHOP_FACTS = "shopFacts"

export default Module(SHOP_FACTS, { service: ShopFactsService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [SHOP_FACTS]: ShopFactsService
  }
}
