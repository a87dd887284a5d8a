import type { BusinessDetails } from "./business-details"

export const POLICIES = [
  { slug: "shipping", title: "Shipping Policy" },
  { slug: "returns", title: "Returns Policy" },
  { slug: "privacy", title: "Privacy Policy" },
  { slug: "terms", title: "Terms of Service" },
  { slug: "bitcoin", title: "Bitcoin Payment Guide" },
] as const

export type PolicySlug = (typeof POLICIES)[number]["slug"]

export const policyPath = (slug: PolicySlug) => `/policies/${slug}`

/** The numbers under which the business is registered, as sentences. */
export const registrationOf = ({ companyNumber, registeredIn, vatNumber }: BusinessDetails): string =>
  [
    companyNumber &&
      `Company number ${companyNumber}${registeredIn ? `, registered in ${registeredIn}` : ""}. `,
    vatNumber && `VAT number ${vatNumber}. `,
  ]
    .filter(Boolean)
    .join("")
