import { createHash } from "node:crypto"

interface PageFacts {
  readonly orderId: string
  readonly shop: string
  readonly language: string
}

const STYLES = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: clamp(1rem, 5vw, 3rem) 1rem; }
main { max-width: 30rem; margin: auto; }
header { margin-bottom: 1.5rem; }
header p { margin: 0; opacity: .75; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.25; }
`

/** Nothing of others is loaded, and no other page may frame it. The element's own styles are made by its script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'sha256-${createHash("sha256").update(STYLES).digest("base64")}'`,
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)

const ENGLISH = {
  title: "Pay with Bitcoin",
  needsScript: "This page needs JavaScript to show a payment as it changes.",
}
const GERMAN: typeof ENGLISH = {
  title: "Mit Bitcoin bezahlen",
  needsScript: "Diese Seite braucht JavaScript, um eine Zahlung zu zeigen.",
}

export function paymentPage({ orderId, shop, language }: PageFacts) {
  const { title, needsScript } = language === "de" ? GERMAN : ENGLISH
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escape([title, shop].filter(Boolean).join(" · "))}</title>
<link rel="icon" href="data:,">
<style>${STYLES}</style>
<script type="module" src="element.js"></script>
</head>
<body>
<main>
<header><p>${escape(shop)}</p><h1>${title}</h1></header>
<bitcoin-payment order-id="${escape(orderId)}"></bitcoin-payment>
<noscript><p>${needsScript}</p></noscript>
</main>
</body>
</html>
`
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    // The order's number in its address is a secret between buyer and shop.
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  }
  return { html, headers }
}
