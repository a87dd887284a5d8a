import { MedusaService } from "@medusajs/framework/utils"
import { GiftNote } from "./models/gift-note"

/** Cards that go with parcels. Medusa makes the methods: listGiftNotes, createGiftNotes, updateGiftNotes … */
export default class GiftNoteService extends MedusaService({ GiftNote }) {}
