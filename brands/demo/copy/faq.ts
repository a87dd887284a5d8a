import type { FaqCopy } from "../../types"

export const faq: FaqCopy = {
  description: "ingredients, keeping and returns",
  lead: "Payment, delivery, what's in the jar, and what to do if something goes wrong.",
  products: [
    {
      title: "What is in your products?",
      paragraphs: [
        "As little as possible: fruit, honey, sugars and plants. If you have an allergy, please ask us before you order. Honey is not suitable for infants under 12 months.",
      ],
    },
    {
      title: "How long do they keep?",
      list: [
        "Gummies: 6-12 months",
        "Honey: 18-24 months",
        "Natural sugars: 12-18 months",
        "Plant concentrates: 12 months",
      ],
    },
  ],
  returns: {
    rule: (reportWithin) =>
      `Food can come back only if it arrived damaged or defective: tell us within ${reportWithin} of delivery, with photos, and we refund or replace it. Other things can come back within 14 days, unused and in their original packaging.`,
    opened: "Food that was opened cannot come back, because no one else could safely eat it.",
  },
}
