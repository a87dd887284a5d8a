import { Module } from "@medusajs/framework/utils"
import ContactService from "./service"

/** The module's key in the container. */
export const CONTACT = "contact"

export default Module(CONTACT, { service: ContactService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [CONTACT]: ContactService
  }
}
