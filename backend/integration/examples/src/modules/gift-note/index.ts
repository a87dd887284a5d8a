import { Module } from "@medusajs/framework/utils"
import GiftNoteService from "./service"

/** The module's key in the container. */
export const GIFT_NOTE = "giftNote"

export default Module(GIFT_NOTE, { service: GiftNoteService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [GIFT_NOTE]: GiftNoteService
  }
}
