import { Module } from "@medusajs/framework/utils"
import ShopService from "./service"

export const SHOP = "shop"

export default Module(SHOP, { service: ShopService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [SHOP]: ShopService
  }
}
