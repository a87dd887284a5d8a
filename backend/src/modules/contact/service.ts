import { MedusaService } from "@medusajs/framework/utils"
import { ContactMessage } from "./models/contact-message"

/** Messages from the contact form: kept first, so that no trouble with mail can lose one. */
export default class ContactService extends MedusaService({ ContactMessage }) {}
