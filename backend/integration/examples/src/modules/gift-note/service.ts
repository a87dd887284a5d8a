import { MedusaService } from "@medusajs/framework/utils"
import { GiftNote } from "./models/gift-note"

/** Gift cards of orders. Medusa generates the methods: listGiftNotes, createGiftNotes, updateGiftNotes … */
export default class GiftNoteService extends MedusaService({ GiftNote }) {}
