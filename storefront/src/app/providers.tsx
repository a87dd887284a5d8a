import { QueryClientProvider, type QueryClient } from "@tanstack/react-query"
import type { ContextType, ReactNode } from "react"
import type { BusinessDetails } from "../lib/business-details"
import { OfflineNotice } from "../ui/offline-notice"
import { PrefetchContext } from "../ui/prefetch-link"
import { BusinessDetailsProvider } from "../ui/business-details-context"

interface ProvidersProps {
  /** With the page's data in it already. */
  client: QueryClient
  business: BusinessDetails
  prefetch: ContextType<typeof PrefetchContext>
  children: ReactNode
}

/** All that the tree stands on; the same on both sides, so that hydration finds what was drawn. */
export function Providers({ client, business, prefetch, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={client}>
      <BusinessDetailsProvider value={business}>
        <PrefetchContext value={prefetch}>
          {children}
          <OfflineNotice />
        </PrefetchContext>
      </BusinessDetailsProvider>
    </QueryClientProvider>
  )
}
