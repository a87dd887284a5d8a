/** What a brand says on the shop's pages: plain data, because a page of the shop gives it its form. */

interface Text {
  title: string
  text: string
}

export interface HomeCopy {
  /** For search engines, before "UK delivery, Bitcoin or card." */
  description: string
  title: string
  lead: string
}

/** The lower half of the home page. */
export interface HomeSectionsCopy {
  story: { title: string; paragraphs: readonly string[] }
  /** Below the days of the delivery. */
  dispatch: string
}

/** The icons of storefront/src/ui/icon.tsx that suit a value. */
type ValueIcon = "leaf" | "user" | "shield" | "star" | "check" | "truck" | "lock" | "pin"

export interface AboutCopy {
  description: string
  title: string
  lead: string
  story: string
  values: readonly (Text & { icon: ValueIcon })[]
  commitments: readonly string[]
  differences: readonly Text[]
  people: readonly { name: string; job: string; text: string; art: string }[]
  /** The button to the products. */
  productsLink: string
}

export interface ContactCopy {
  description: string
  /** What the picture of the place shows. */
  mapAlt: string
}

/** An answer of the FAQ: paragraphs, or a list. */
export interface FaqAnswer {
  title: string
  paragraphs?: readonly string[]
  list?: readonly string[]
}

export interface FaqCopy {
  /** For search engines, after the payment and delivery. */
  description: string
  lead: string
  /** Questions about the products, before those about returns and refunds. */
  products: readonly FaqAnswer[]
  /** `reportWithin` is the one of brand.json. */
  returns: { rule: (reportWithin: string) => string; opened: string }
}

/** What the policies say about the goods. All other sentences follow from the law and from what the software does. */
export interface PoliciesCopy {
  /** A section of the Terms of Service; null for a shop without such goods. */
  goods: { title: string; text: string } | null
  /** Whose law applies to the contract: that of the part of the UK where the business is. Null: not filled in yet. */
  law: "England and Wales" | "Scotland" | "Northern Ireland" | null
  /** Returns of goods that are not food; `none`: there are no such goods. Null: not filled in yet. */
  otherGoods: string | null
  /** The returns policy: what the right to cancel does not cover, and what follows from it. */
  exceptions: { items: readonly string[]; summary: string }
}

export interface FooterCopy {
  about: string
  categories: readonly { slug: string; label: string }[]
}
