import type { ReactNode } from "react"
import { Button } from "./button"

export function SkeletonText() {
  return <span className="skeleton skeleton-text" aria-hidden="true" />
}

/** The text beside it says what is loading. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}

export function Loading({ what }: { what: string }) {
  return (
    <p className="loading-line" role="status">
      <Spinner /> Loading {what}...
    </p>
  )
}

/** Without `onRetry` it is code that is missing, which only a reload brings. */
export function LoadFailed({ what, onRetry }: { what: string; onRetry?: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        title={`We could not load ${what}`}
        text={`${onRetry ? "The connection may have dropped for a moment." : "Please reload this page."} Nothing of yours is lost.`}
      >
        <Button
          look="secondary"
          onClick={({ currentTarget }) => {
            // The button disappears.
            currentTarget.closest<HTMLElement>("main, dialog")?.focus({ preventScroll: true })
            if (onRetry) onRetry()
            else location.reload()
          }}
        >
          {onRetry ? "Try again" : "Reload"}
        </Button>
      </EmptyState>
    </div>
  )
}

interface EmptyStateProps {
  title: string
  text: ReactNode
  /** The path of a drawing on this origin. */
  art?: string
  /** 1 when it is the only content of the page. */
  level?: 1 | 2
  children?: ReactNode
}

export function EmptyState({ title, text, art, level = 2, children }: EmptyStateProps) {
  const Heading = level === 1 ? "h1" : "h2"
  return (
    <div className="empty-state">
      {art && <img src={art} alt="" width={640} height={440} className="empty-state__art" />}
      <Heading className="empty-state__title">{title}</Heading>
      <p className="empty-state__text">{text}</p>
      {children}
    </div>
  )
}
