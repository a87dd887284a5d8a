import { Module } from "@medusajs/framework/utils"
import UnpaidReleaseService from "./service"

/** The module's key in the container. */
export const UNPAID_RELEASE = "unpaidRelease"

export default Module(UNPAID_RELEASE, { service: UnpaidReleaseService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [UNPAID_RELEASE]: UnpaidReleaseService
  }
}
