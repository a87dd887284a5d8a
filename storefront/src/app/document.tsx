import type { QueryKey } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { BusinessDetails } from "../lib/business-details"

interface DocumentProps {
  /** Only the server writes these two. React leaves elements of `<head>` and `<body>` that it does not know alone. */
  head?: ReactNode
  data?: ReactNode
  children: ReactNode
}

/** The browser hydrates the same structure, because `useId` counts the elements' positions. */
export function Document({ head, data, children }: DocumentProps) {
  return (
    <html lang="en-GB">
      <head>{head}</head>
      <body>
        {import.meta.env.SSR && (
          <noscript>
            <p className="no-script">
              This browser runs no JavaScript. Everything can be read and searched; the cart, the checkout and
              the contact form need it.
            </p>
          </noscript>
        )}
        <div id="root">{children}</div>
        {data}
      </body>
    </html>
  )
}

/** The same build wrote it, from answers that the server has parsed: parsing it again would cost every page a parser. */
export interface PageState {
  business: BusinessDetails
  /** The data of each query that was loaded for the page. */
  queries: readonly (readonly [key: QueryKey, data: unknown])[]
  /** The server rendered the error page instead of the page. */
  isFailed: boolean
}

export const STATE_ELEMENT = "page-state"

/** @throws Error for a document that is not a page of the shop */
export function readPageState(text: string): PageState {
  const state: unknown = JSON.parse(text)
  if (!isPageState(state)) throw new Error("The page has no state")
  return state
}

const isPageState = (state: unknown): state is PageState =>
  typeof state === "object" &&
  state !== null &&
  "business" in state &&
  "queries" in state &&
  "isFailed" in state
