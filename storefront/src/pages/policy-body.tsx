import type { ShippingOption } from "@shop/contracts"
import { BitcoinGuide } from "../features/policies/bitcoin-guide"
import { PrivacyPolicy } from "../features/policies/privacy-policy"
import { ReturnsPolicy } from "../features/policies/returns-policy"
import { ShippingPolicy } from "../features/policies/shipping-policy"
import { TermsOfService } from "../features/policies/terms-of-service"
import type { PolicySlug } from "../lib/policies"

export function PolicyBody({ slug, options }: { slug: PolicySlug; options: readonly ShippingOption[] }) {
  switch (slug) {
    case "shipping":
      return <ShippingPolicy options={options} />
    case "returns":
      return <ReturnsPolicy />
    case "privacy":
      return <PrivacyPolicy />
    case "terms":
      return <TermsOfService />
    case "bitcoin":
      return <BitcoinGuide />
  }
}
