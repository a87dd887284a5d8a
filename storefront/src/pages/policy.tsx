import { useQuery } from "@tanstack/react-query"
import { shippingOptionsQuery } from "../api/catalogue"
import { PageSeo } from "../features/page-seo/page-seo"
import { POLICIES, type PolicySlug } from "../lib/policies"
import { PageHead } from "../ui/page-head"
import { PolicyLinks } from "../ui/policy-links"
import { latePart } from "./late-part"
import { Component as NotFound } from "./not-found"
import type { PageLoad, PageProps } from "./page-types"

const { Part: PolicyBody, loadPart } = latePart(async () => (await import("./policy-body")).PolicyBody)
export const loadRest = loadPart

const ABOUT: Record<PolicySlug, string> = {
  shipping:
    "Where we deliver in the UK, what it costs, how long it takes, and what happens to a parcel that is late.",
  returns:
    "Your right to cancel within 14 days, its exceptions, the model cancellation form, and what to do if something is wrong.",
  privacy: "What we hold about you, why and for how long, who else sees it, and your rights.",
  terms: "Who we are, and the terms that apply when you order.",
  bitcoin:
    "Paying with Bitcoin step by step, how long the amount holds, and what happens if you send too little, too much or too late.",
}

const policyIn = ({ slug }: PageProps["params"]) =>
  POLICIES.find((policy) => policy.slug === slug?.toLowerCase())

export const load: PageLoad = async ({ params, prefetch }) => {
  const policy = policyIn(params)
  if (!policy) return { kind: "missing" }
  return policy.slug === "shipping" ? prefetch(shippingOptionsQuery()) : null
}

export function Component({ params }: PageProps) {
  const policy = policyIn(params)
  const { data: options } = useQuery({ ...shippingOptionsQuery(), enabled: policy?.slug === "shipping" })
  if (!policy) return <NotFound />
  return (
    <div className="wrap page">
      <PageSeo title={policy.title} description={ABOUT[policy.slug]} />
      <PageHead title={policy.title} lead={ABOUT[policy.slug]} />
      <article className="policy">
        <PolicyBody slug={policy.slug} options={options ?? []} />
      </article>
      <PolicyLinks label="All policies" current={policy.slug} />
    </div>
  )
}
