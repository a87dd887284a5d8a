const STYLES: Record<string, string> = {
  "Best Seller": "best-seller",
  Organic: "organic",
  Natural: "natural",
}

/** A product's badge; the three known ones have a style of their own. */
export function Badge({ text }: { text: string }) {
  return <span className={`badge badge--${STYLES[text] ?? "other"}`}>{text}</span>
}
