import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { Component, type ContextType, type ReactNode, useEffect } from "react"
import { useLocation } from "react-router-dom"
import { PageSeo } from "../features/page-seo/page-seo"
import { type BusinessDetails, BusinessDetailsProvider } from "../lib/business-details"
import { useIsOnline } from "../lib/online"
import { Button } from "../ui/button"
import { EmptyState } from "../ui/load-states"
import { PrefetchContext } from "../ui/prefetch-link"
import { Layout } from "./layout"
import type { LoadedPage } from "./routes"

/**
 * One client per browser, and one per request on the server, with the specification's defaults: no retry, no refetch
 * on focus, never stale. A failed query is asked again by the shopper or by a later page, not when another part of the page appears.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, retryOnMount: false, refetchOnWindowFocus: false, staleTime: Infinity },
      mutations: { retry: false, networkMode: "always" },
    },
  })
}

interface ProvidersProps {
  client: QueryClient
  business: BusinessDetails
  prefetch: ContextType<typeof PrefetchContext>
  children: ReactNode
}

/** The contexts of the page. Server and browser use the same ones, as hydration requires. */
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

/** The frame and the page in it. Null is a page that could not be loaded. */
export function Shop({ page }: { page: LoadedPage | null }) {
  const { key } = useLocation()
  return (
    <ErrorBoundary at={key}>
      <Layout>
        <ErrorBoundary at={key}>
          {page ? <page.Component params={page.params} /> : <ErrorPage />}
        </ErrorBoundary>
      </Layout>
    </ErrorBoundary>
  )
}

interface Props {
  at: string
  children: ReactNode
}

interface State {
  at: string
  isBroken: boolean
  isSecondTry: boolean
}

/** Renders its part anew when rendering throws, once: an extension may have changed the page. Then it shows the error page. */
class ErrorBoundary extends Component<Props, State> {
  override state: State = { at: this.props.at, isBroken: false, isSecondTry: false }

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { at, isBroken: false, isSecondTry: false }
  }

  /** Before the browser paints. What had thrown is gone by now. */
  override componentDidCatch(): void {
    if (!this.state.isSecondTry) this.setState({ isBroken: false, isSecondTry: true })
  }

  override render() {
    return this.state.isBroken ? <ErrorPage /> : this.props.children
  }
}

/** A page that could not be rendered. It reloads when the network is back, and never shows the error itself. */
function ErrorPage() {
  const isOnline = useIsOnline()
  useEffect(() => {
    const again = () => location.reload()
    window.addEventListener("online", again)
    return () => window.removeEventListener("online", again)
  }, [])
  const title = isOnline ? "Something went wrong on our side" : "You are offline"
  return (
    <div className="wrap page">
      <PageSeo title={title} description={title} indexed={false} />
      <EmptyState
        level={1}
        art="/art/not-found.svg"
        title={title}
        text={
          isOnline
            ? "This page could not be shown just now. Your cart is safe. Please try again."
            : "This page needs a connection. Your cart is safe, and the page opens by itself when you are back."
        }
      >
        {isOnline && <Button onClick={() => location.reload()}>Try again</Button>}
      </EmptyState>
    </div>
  )
}

function OfflineNotice() {
  const isOnline = useIsOnline()
  return (
    <div className="page-notice page-notice--offline" role="status">
      {!isOnline && <p>You are offline. Your cart is kept.</p>}
    </div>
  )
}
