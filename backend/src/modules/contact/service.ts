import { MedusaService } from "@medusajs/framework/utils"
import { ContactAnswer } from "./models/contact-answer"
import { ContactMessage } from "./models/contact-message"

/** Messages from the contact form and what was answered: kept first, so that no trouble with mail can lose one. */
export default class ContactService extends MedusaService({ ContactMessage, ContactAnswer }) {}
