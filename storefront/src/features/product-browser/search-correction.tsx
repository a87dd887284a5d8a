import { useLocation } from "react-router-dom"
import { useSearchParams } from "../../lib/navigator"
import { PrefetchLink } from "../../ui/prefetch-link"
import { exactly } from "./selection"

interface SearchCorrectionProps {
  /** What the shopper typed. It has no hits. */
  search: string
  /** The search whose products are shown. */
  shown: string
}

/** Says that the products are those of another search, and links to the result of the shopper's own. */
export function SearchCorrection({ search, shown }: SearchCorrectionProps) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  return (
    <p className="search-correction">
      Showing results for <strong>{shown}</strong>.{" "}
      <PrefetchLink to={pathname + exactly(params)}>Search for {search} instead</PrefetchLink>
    </p>
  )
}
