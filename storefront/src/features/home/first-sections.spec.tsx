import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { ShopByCategory } from "./first-sections"

test("Shop By Category shows four placeholders while it loads, on a page that came without the categories", () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ShopByCategory />
    </QueryClientProvider>,
  )
  expect(html).toContain("Shop By Category")
  expect(html.match(/class="[^"]*skeleton-card\b/g)).toHaveLength(4)
})
