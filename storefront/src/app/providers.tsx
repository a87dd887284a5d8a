import { QueryClientProvider, type QueryClient } from "@tanstack/react-query"
import type { ContextType, ReactNode } from "react"
import type { ShopFacts } from "../lib/shop-facts"
import { OfflineNotice } from "../ui/offline-notice"
import { PrefetchContext } from "../ui/prefetch-link"
import { ShopFactsProvider } from "../ui/shop-facts-context"

interface ProvidersProps {
  /** With the page's data in it already. */
  client: QueryClient
  facts: ShopFacts
  prefetch: ContextType<typeof PrefetchContext>
  children: ReactNode
}

/** All that the tree stands on; the same on both sides, so that hydration finds what was drawn. */
export function Providers({ client, facts, prefetch, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={client}>
      <ShopFactsProvider value={facts}>
        <PrefetchContext value={prefetch}>
          {children}
          <OfflineNotice />
        </PrefetchContext>
      </ShopFactsProvider>
    </QueryClientProvider>
  )
}
