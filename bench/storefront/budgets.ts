/** The budgets of a page. */
export interface Budget {
  what: string
  limit: number
  /** "most" for costs, "least" for scores. */
  is: "most" | "least"
  unit: string
}

export const BUDGETS = {
  scriptGzip: { what: "JavaScript, gzip", limit: 105, is: "most", unit: "KiB" },
  scriptGzipLarge: {
    what: "JavaScript, gzip, of a checkout, or of a page that calls the shop at once",
    limit: 115.1,
    is: "most",
    unit: "KiB",
  },
  scriptIdle: { what: "JavaScript after some seconds of quiet, gzip", limit: 115, is: "most", unit: "KiB" },
  script: { what: "JavaScript, as sent (brotli)", limit: 125, is: "most", unit: "KiB" },
  bytes: { what: "all bytes with headers, as sent", limit: 300, is: "most", unit: "KiB" },
  requests: { what: "requests, without pictures further down", limit: 22, is: "most", unit: "" },
  performance: { what: "Lighthouse performance", limit: 99, is: "least", unit: "" },
  accessibility: { what: "Lighthouse accessibility", limit: 100, is: "least", unit: "" },
  "best-practices": { what: "Lighthouse best practices", limit: 100, is: "least", unit: "" },
  seo: { what: "Lighthouse SEO", limit: 100, is: "least", unit: "" },
  lcp: { what: "LCP, mobile simulated, HTTP/2", limit: 1200, is: "most", unit: "ms" },
  tbt: { what: "TBT", limit: 50, is: "most", unit: "ms" },
  cls: { what: "CLS", limit: 0, is: "most", unit: "" },
  firstByteCached: { what: "first byte, page in the cache", limit: 5, is: "most", unit: "ms" },
  firstByteDrawn: { what: "first byte, page drawn anew", limit: 25, is: "most", unit: "ms" },
  clickPrepared: { what: "card to product, pointed at", limit: 50, is: "most", unit: "ms" },
  clickCold: { what: "card to product, right after load", limit: 150, is: "most", unit: "ms" },
  addToCart: { what: "add to cart to count", limit: 50, is: "most", unit: "ms" },
  apiSearch: {
    what: "95 of 100 searches with a sort, half of them by diets, not in the cache, API",
    limit: 15,
    is: "most",
    unit: "ms",
  },
  apiList: {
    what: "95 of 100 pages of the list with a sort, not in the cache, API",
    limit: 15,
    is: "most",
    unit: "ms",
  },
  staffChange: { what: "a staff change shows after", limit: 2000, is: "most", unit: "ms" },
} as const satisfies Record<string, Budget>

export type Measure = keyof typeof BUDGETS

/** The measurements of one page. */
export type Findings = Partial<Record<Measure, number>>

export const isMet = (measure: Measure, found: number): boolean => {
  const { is, limit } = BUDGETS[measure]
  return is === "most" ? found <= limit : found >= limit
}
