import { Module } from "@medusajs/framework/utils"
import AccessService from "./service"

export { hashOf, newSecret, SESSION_DAYS, type LiveSession } from "./service"

export const ACCESS = "access"

export default Module(ACCESS, { service: AccessService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [ACCESS]: AccessService
  }
}
