import { Module } from "@medusajs/framework/utils"
import AccessService from "./service"

export { SESSION_DAYS, type LiveSession } from "./service"

/** The name under which the container knows this module. */
export const ACCESS = "access"

export default Module(ACCESS, { service: AccessService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [ACCESS]: AccessService
  }
}
