import { STATE_ELEMENT, type PageState } from "../src/app/page-state"
import { escapeJson } from "../src/lib/escape-json"

interface DocumentParts {
  head: string
  body: string
  state: PageState
  /** Links and scripts of the build for this page. */
  assets: string
}

/** The whole HTML of a page. There is no inline script in it: the state is data, which no browser runs. */
export function htmlDocument({ head, body, state, assets }: DocumentParts): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#3d1230" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#3a122e" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/art/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/art/apple-touch-icon.png">
${assets}
${head}
</head>
<body>
<noscript><p class="no-script">This browser runs no JavaScript. Everything can be read and searched; the cart, the checkout and the contact form need it.</p></noscript>
<div id="root">${body}</div>
<script type="application/json" id="${STATE_ELEMENT}">${escapeJson(state)}</script>
</body>
</html>
`
}
