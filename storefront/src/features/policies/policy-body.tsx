import type { ShippingOption } from "@shop/contracts"
import type { PolicySlug } from "../../lib/policies"
import { BitcoinGuide } from "./bitcoin-guide"
import { PrivacyPolicy } from "./privacy-policy"
import { ReturnsPolicy } from "./returns-policy"
import { ShippingPolicy } from "./shipping-policy"
import { TermsOfService } from "./terms-of-service"

/** A policy's words. */
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
