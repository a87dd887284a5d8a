import { useLocation } from "react-router-dom"
import { ErrorBoundary } from "./error-boundary"
import { ErrorPage } from "./error-page"
import { Layout } from "./layout"
import type { LoadedPage } from "./open-page"

/** The frame and the page in it; the same on both sides. Null stands for a page that could not be brought. */
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
