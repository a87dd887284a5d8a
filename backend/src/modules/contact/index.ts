import { Module } from "@medusajs/framework/utils"
import ContactService from "./service"

/** The name under which the container knows this module. */
export const CONTACT = "contact"

export default Module(CONTACT, { service: ContactService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [CONTACT]: ContactService
  }
}
