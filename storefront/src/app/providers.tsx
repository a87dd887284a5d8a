import {
  HydrationBoundary,
  QueryClientProvider,
  type DehydratedState,
  type QueryClient,
} from "@tanstack/react-query"
import type { ContextType, ReactNode } from "react"
import type { ShopFacts } from "../lib/shop-facts"
import { OfflineNotice } from "../ui/offline-notice"
import { PrefetchContext } from "../ui/prefetch-link"
import { ShopFactsProvider } from "../ui/shop-facts-context"

interface ProvidersProps {
  client: QueryClient
  queries: DehydratedState
  facts: ShopFacts
  prefetch: ContextType<typeof PrefetchContext>
  children: ReactNode
}

/** All that the tree stands on; the same on both sides, so that hydration finds what was drawn. */
export function Providers({ client, queries, facts, prefetch, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={client}>
      <HydrationBoundary state={queries}>
        <ShopFactsProvider value={facts}>
          <PrefetchContext value={prefetch}>
            {children}
            <OfflineNotice />
          </PrefetchContext>
        </ShopFactsProvider>
      </HydrationBoundary>
    </QueryClientProvider>
  )
}
