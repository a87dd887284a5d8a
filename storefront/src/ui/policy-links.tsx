import { POLICIES, type PolicySlug, policyPath } from "../lib/policies"
import { PrefetchLink } from "./prefetch-link"

/** @param current the policy that the page shows */
export function PolicyLinks({ label, current }: { label: string; current?: PolicySlug }) {
  return (
    <nav aria-label={label} className="policy-links">
      <ul>
        {POLICIES.map(({ slug, title }) => (
          <li key={slug}>
            <PrefetchLink to={policyPath(slug)} aria-current={slug === current ? "page" : undefined}>
              {title}
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
