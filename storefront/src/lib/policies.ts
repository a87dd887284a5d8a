/** The shop's policies: their addresses and titles. */
export const POLICIES = [
  { slug: "shipping", title: "Shipping Policy" },
  { slug: "returns", title: "Returns Policy" },
  { slug: "privacy", title: "Privacy Policy" },
  { slug: "terms", title: "Terms of Service" },
  { slug: "bitcoin", title: "Bitcoin Payment Guide" },
] as const

export type PolicySlug = (typeof POLICIES)[number]["slug"]

export const policyPath = (slug: PolicySlug) => `/policies/${slug}`
