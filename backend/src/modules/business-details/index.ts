import { Module } from "@medusajs/framework/utils"
import BusinessDetailsService from "./service"

export { changesSchema, type Details } from "./details"
export { demoDetails } from "./demo"
export { LATEST_EDITS, withEdits } from "./latest-edits"

/** The name under which the container knows this module. */
export const BUSINESS_DETAILS = "businessDetails"

export default Module(BUSINESS_DETAILS, { service: BusinessDetailsService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [BUSINESS_DETAILS]: BusinessDetailsService
  }
}
