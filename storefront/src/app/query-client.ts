import { QueryClient } from "@tanstack/react-query"

/** One client a browser, one a request on the server, with the specification's defaults: no retry, no refetch on focus, never stale. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity },
      mutations: { retry: false, networkMode: "always" },
    },
  })
}
