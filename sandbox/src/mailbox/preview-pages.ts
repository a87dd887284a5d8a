import { type Html, html } from "./html.js"
import type { Preview } from "./previews.js"

export type PreviewSide = "html" | "narrow" | "text"

const SIDES: readonly [PreviewSide, string][] = [
  ["html", "Message"],
  ["narrow", "At 320 px"],
  ["text", "Plain text"],
]

/** Every mail of the shop in a list, one of them open. */
export function previewPage(previews: readonly Preview[], open: number, side: PreviewSide): Html {
  const preview = previews[open]
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Every mail of the shop</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body class="reading previews">
        <header>
          <a class="brand" href="/">Mailbox</a>
          <span class="count">${previews.length} previews</span>
          <span class="note">Every mail the shop can send, with made-up orders. None of these was sent.</span>
        </header>
        <div class="panes">
          <nav aria-label="Mails">
            <ol>
              ${previews.map((one, index) => row(one, index, index === open))}
            </ol>
          </nav>
          <main>${preview && article(preview, open, side)}</main>
        </div>
      </body>
    </html>`
}

function row({ template, situation, mail }: Preview, index: number, isOpen: boolean): Html {
  return html`<li>
    <a href="/previews/${index}/html" ${isOpen && html` aria-current="page"`}>
      <span class="line"><strong>${template}</strong></span>
      <span class="subject">${mail.subject}</span>
      <span class="preview">${situation}</span>
    </a>
  </li>`
}

function article({ template, situation, mail }: Preview, index: number, side: PreviewSide): Html {
  return html`<article>
    <h1>${mail.subject}</h1>
    <dl>
      <dt>Mail</dt>
      <dd>${template}</dd>
      <dt>Situation</dt>
      <dd>${situation}</dd>
    </dl>
    <div class="tools">
      <ul class="sides">
        ${SIDES.map(
          ([name, label]) =>
            html`<li>
              <a href="/previews/${index}/${name}" ${name === side && html` aria-current="true"`}>${label}</a>
            </li>`,
        )}
      </ul>
    </div>
    ${
      side === "text"
        ? html`<pre>${mail.text}</pre>`
        : html`<iframe
            class="${side}"
            title="${mail.subject}"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            src="/previews/${index}/body"
          ></iframe>`
    }
  </article>`
}
