import { type Html, html } from "./html.js"
import type { Letter } from "./store.js"
import { detailOf, summaryOf } from "./view.js"

export type Side = "html" | "text" | "headers"

const day = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short" })
const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" })
const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "medium" })

function when(iso: string): string {
  const date = new Date(iso)
  return date.toDateString() === new Date().toDateString() ? time.format(date) : day.format(date)
}

function page(title: string, letters: readonly Letter[], open: Letter | undefined, content: Html): Html {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${open === undefined && html`<meta http-equiv="refresh" content="4" />`}
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body class="${open === undefined ? "listing" : "reading"}">
        <header>
          <a class="brand" href="/">Mailbox</a>
          <span class="count">${letters.length} ${letters.length === 1 ? "message" : "messages"}</span>
          <span class="note">Everything the shop sends on this machine. Nothing leaves it.</span>
          <a class="note" href="/previews">Every mail there is</a>
          ${
            letters.length > 0 &&
            html`<form method="post" action="/delete-all"><button>Empty the mailbox</button></form>`
          }
        </header>
        <div class="panes">
          <nav aria-label="Messages">${letters.length === 0 ? emptyList() : list(letters, open)}</nav>
          <main>${content}</main>
        </div>
      </body>
    </html>`
}

function emptyList(): Html {
  return html`<p class="empty">No mail yet.<br />Place an order in the shop and its mail appears here.</p>`
}

function list(letters: readonly Letter[], open: Letter | undefined): Html {
  const rows = letters.map(summaryOf).map(
    ({ id, receivedAt, to, subject, preview }) =>
      html`<li>
        <a href="/messages/${id}" ${id === open?.id && html` aria-current="page"`}>
          <span class="line"
            ><strong>${to.join(", ")}</strong><time datetime="${receivedAt}">${when(receivedAt)}</time></span
          >
          <span class="subject">${subject}</span>
          <span class="preview">${preview}</span>
        </a>
      </li>`,
  )
  return html`<ol>
    ${rows}
  </ol>`
}

/** The inbox alone; it looks for new mail every four seconds. */
export function inboxPage(letters: readonly Letter[]): Html {
  const hint = letters.length === 0 ? "" : "Choose a message to read it."
  return page("Mailbox", letters, undefined, html`<p class="empty">${hint}</p>`)
}

/** One message beside the list. */
export function letterPage(letters: readonly Letter[], letter: Letter, side: Side): Html {
  const { id, receivedAt, from, to, subject, headers, text, attachments } = detailOf(letter)
  const sides: readonly [Side, string, boolean][] = [
    ["html", "Message", letter.email.html !== undefined],
    ["text", "Plain text", text !== null],
    ["headers", "Headers", true],
  ]
  const content = html`<article>
    <a class="back" href="/">‹ All messages</a>
    <h1>${subject}</h1>
    <dl>
      <dt>From</dt>
      <dd>${from}</dd>
      <dt>To</dt>
      <dd>${to.join(", ")}</dd>
      <dt>Received</dt>
      <dd><time datetime="${receivedAt}">${full.format(new Date(receivedAt))}</time></dd>
      ${
        attachments.length > 0 &&
        html`<dt>Attached</dt>
          <dd>${attachments.map(({ filename }) => filename ?? "unnamed").join(", ")}</dd>`
      }
    </dl>
    <div class="tools">
      <ul class="sides">
        ${sides
          .filter(([, , there]) => there)
          .map(
            ([name, label]) =>
              html`<li>
                <a href="/messages/${id}/${name}" ${name === side && html` aria-current="true"`}>${label}</a>
              </li>`,
          )}
        <li><a href="/messages/${id}/source">Source</a></li>
      </ul>
      <form method="post" action="/messages/${id}/delete"><button>Delete</button></form>
    </div>
    ${side === "html" && html`<iframe title="${subject}" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${id}/body"></iframe>`}
    ${side === "text" && html`<pre>${text ?? ""}</pre>`}
    ${
      side === "headers" &&
      html`<table>
        ${headers.map(
          ({ name, value }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${value}</td>
            </tr>`,
        )}
      </table>`
    }
  </article>`
  return page(subject, letters, letter, content)
}
