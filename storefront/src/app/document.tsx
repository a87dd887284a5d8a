import type { ReactNode } from "react"

interface DocumentProps {
  /** Only the server writes these two. React leaves elements of `<head>` and `<body>` that it does not know alone. */
  head?: ReactNode
  data?: ReactNode
  children: ReactNode
}

/**
 * The whole HTML document. React moves every `<title>`, `<meta>` and `<link>` of the page into its head.
 * The browser hydrates it with the same structure, because `useId` counts the elements' positions.
 */
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
