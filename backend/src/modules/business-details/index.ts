import { Module } from "@medusajs/framework/utils"
import BusinessDetailsService from "./service"

export { changesSchema, demoDetails, type Details } from "./details"
export { deliveryTaxLine, goodsByRate, taxedParts } from "./vat-provider/delivery-vat"
export { LATEST_EDITS, withEdits } from "./service"

export const BUSINESS_DETAILS = "businessDetails"

export default Module(BUSINESS_DETAILS, { service: BusinessDetailsService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [BUSINESS_DETAILS]: BusinessDetailsService
  }
}
