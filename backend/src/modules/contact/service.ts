import { MedusaService } from "@medusajs/framework/utils"
import { ContactAnswer } from "./models/contact-answer"
import { ContactMessage } from "./models/contact-message"

/** Messages from the contact form and their answers. */
export default class ContactService extends MedusaService({ ContactMessage, ContactAnswer }) {}
