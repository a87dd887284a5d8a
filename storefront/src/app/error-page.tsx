import { useEffect } from "react"
import { PageSeo } from "../features/page-seo/page-seo"
import { Button } from "../ui/button"
import { EmptyState } from "../ui/empty-state"

/** A page that could not be drawn: a sentence and a way on, never the error itself. A network that is back is one too. */
export function ErrorPage() {
  useEffect(() => {
    const again = () => location.reload()
    window.addEventListener("online", again)
    return () => window.removeEventListener("online", again)
  }, [])
  return (
    <div className="wrap page">
      <PageSeo title="Something went wrong" description="This page could not be shown." indexed={false} />
      <EmptyState
        level={1}
        art="/art/not-found.svg"
        title="Something went wrong on our side"
        text="This page could not be shown just now. Your cart is safe. Please try again in a moment."
      >
        <Button onClick={() => location.reload()}>Try again</Button>
      </EmptyState>
    </div>
  )
}
