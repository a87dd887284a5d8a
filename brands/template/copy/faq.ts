import type { FaqCopy } from "../../types"

export const faq: FaqCopy = {
  description: "our products and returns",
  lead: "Payment, delivery, our products, and what to do if something goes wrong.",
  products: [
    {
      title: "What do you sell?",
      paragraphs: ["Answer here what shoppers ask most about your products."],
    },
    {
      title: "What are your products made of?",
      paragraphs: ["Each product's page says so. If in doubt, ask us."],
    },
  ],
  returns: {
    rule: (reportWithin) =>
      `Things can come back within 14 days, unused and in their original packaging. If something arrived damaged or defective, tell us within ${reportWithin} of delivery, with photos, and we refund or replace it.`,
    opened:
      "Sealed goods that were opened and are not fit to be returned for reasons of hygiene cannot come back.",
  },
}
