import { Module } from "@medusajs/framework/utils"
import WithdrawalService from "./service"

/** The module's key in the container. */
export const WITHDRAWAL = "withdrawal"

export default Module(WITHDRAWAL, { service: WithdrawalService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [WITHDRAWAL]: WithdrawalService
  }
}
