import { pageTitle } from "../lib/page-title"
import { useBusinessDetails } from "./business-details-context"

/** A title alone, for pages that have nothing else to say of themselves yet. */
export function PageTitle({ title }: { title: string }) {
  return <title>{pageTitle(title, useBusinessDetails().name)}</title>
}
