import { POLICIES, policyPath } from "../lib/policies"
import { PrefetchLink } from "./prefetch-link"

export function PolicyLinks({ label }: { label: string }) {
  return (
    <nav aria-label={label} className="policy-links">
      <ul>
        {POLICIES.map(({ slug, title }) => (
          <li key={slug}>
            <PrefetchLink to={policyPath(slug)}>{title}</PrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
