import { legalPart, smallPrint, type Block } from "./blocks"
import type { Shop } from "./shop"

/**
 * The right to cancel with its model form, and how to complain. The Consumer Contracts Regulations 2013 require them on
 * a durable medium, so the mail contains them in full instead of a link.
 */
export function cancellationRights(shop: Shop, orderNumber: number): Block[] {
  return [
    legalPart("If you change your mind", [
      smallPrint(
        "You may cancel within 14 days of receiving your parcel, without giving a reason. Tell us by email or post, or use the form below; you only need to send it before the 14 days end. Send the goods back within 14 days of telling us; you pay for the return. We refund what you paid, with the cost of standard delivery, within 14 days of getting them back. A Bitcoin payment is refunded to an address you give us or, if you agree, in pounds.",
      ),
      smallPrint(
        "This right does not cover food that spoils quickly, or sealed goods that are not fit to be returned for health or hygiene reasons once you have opened them. If something arrived damaged or faulty, please write to us within 48 hours of delivery, with photos, so that we can put it right quickly. Your legal rights are not affected.",
      ),
      smallPrint("Model cancellation form (only if you wish to cancel):"),
      smallPrint(
        `To ${shop.legalName}, ${shop.address}, ${shop.email}:`,
        "I/We give notice that I/we cancel my/our contract of sale of the following goods:",
        `Order number: ${orderNumber}`,
        "Ordered on / received on:",
        "Name of consumer(s):",
        "Address of consumer(s):",
        "Signature (only if on paper) and date:",
      ),
      smallPrint(
        `Questions or complaints: reply to this email or write to ${shop.email}. We read every reply.`,
      ),
    ]),
  ]
}
