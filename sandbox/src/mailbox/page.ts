import { z } from "zod"
import { html, type Html } from "../html/markup.js"
import { detailOf, type InlineImage, type Message, summaryOf } from "./store.js"

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0 }
  #page { margin: 0 auto; max-width: 76rem; padding: 1rem; display: grid; gap: 1rem 2rem }
  header, form, menu { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; margin: 0; padding: 0 }
  menu { list-style: none }
  ol { margin: 0; padding: 0; list-style: none }
  li a { display: block; padding: .5rem; border-bottom: 1px solid #8886; color: inherit; text-decoration: none }
  li a:hover { background: #8882 }
  [aria-current] { background: #8883; font-weight: 600 }
  small, dt { opacity: .75 }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
  dd { margin: 0 }
  iframe { width: 100%; height: 75vh; border: 1px solid #8886; background: #fff }
  iframe.narrow { width: 320px }
  pre { white-space: pre-wrap }
  pre, td { overflow-wrap: anywhere }
  th { text-align: left; vertical-align: top; padding-right: 1rem }
  main { min-width: 0 }
  @media (min-width: 56rem) { #page { grid-template-columns: 22rem 1fr } header { grid-column: 1 / -1 } }
  @media (max-width: 55.99rem) { .open nav { display: none } }
`

interface PageParts {
  title: string
  header: Html
  rows: readonly { href: string; isOpen: boolean; content: Html }[]
  main: Html
  isOpen: boolean
}

function page({ title, header, rows, main, isOpen }: PageParts) {
  const items = rows.map(
    ({ href, isOpen: isCurrent, content }) =>
      html`<li><a href="${href}" ${isCurrent && html`aria-current="page"`}>${content}</a></li>`,
  )
  const body = html`<div id="page" ${isOpen && html`class="open"`}>
    <header>${header}</header>
    <nav aria-label="Messages">
      <ol>
        ${items}
      </ol>
    </nav>
    <main>${main}</main>
  </div>`
  return { title, style: STYLE, body, refresh: isOpen ? undefined : 4 }
}

function tabs(links: readonly (readonly [href: string, label: string, isCurrent: boolean])[]): Html {
  const items = links.map(
    ([href, label, isCurrent]) =>
      html`<li><a href="${href}" ${isCurrent && html`aria-current="true"`}>${label}</a></li>`,
  )
  return html`<menu>${items}</menu>`
}

const frame = (title: string, source: string, isNarrow = false) =>
  html`<iframe
    ${isNarrow && html`class="narrow"`}
    title="${title}"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    src="${source}"
  ></iframe>`

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" })
const timeOf = (iso: string) => html`<time datetime="${iso}">${time.format(new Date(iso))}</time>`

export const messageViewSchema = z.enum(["html", "text", "headers"])
type MessageView = z.infer<typeof messageViewSchema>

/** The list of messages, and one of them. The list alone reloads every four seconds. */
export function mailboxPage(messages: readonly Message[], open?: Message, view: MessageView = "html") {
  const hint = messages.length === 0 ? "No mail yet. Place an order in the shop." : "Choose a message."
  return page({
    title: open?.email.subject ?? "Mailbox",
    isOpen: open !== undefined,
    header: html`<a href="/"><strong>Mailbox</strong></a>
      <span>${messages.length} messages</span>
      <a href="/previews">Preview every mail of the shop</a>
      ${messages.length > 0 && html`<form method="post" action="/delete-all"><button>Delete all</button></form>`}`,
    rows: messages.map(summaryOf).map(({ id, receivedAt, to, subject, preview }) => ({
      href: `/messages/${id}`,
      isOpen: id === open?.id,
      content: html`${subject}<br /><small>${to.join(", ")} · ${timeOf(receivedAt)}<br />${preview}</small>`,
    })),
    main: open === undefined ? html`<p>${hint}</p>` : article(open, view),
  })
}

function article(message: Message, view: MessageView): Html {
  const { id, receivedAt, from, to, subject, headers, text, attachments } = detailOf(message)
  const path = `/messages/${id}`
  const current = view === "html" && message.email.html === undefined ? "text" : view
  const views: readonly [MessageView, string, boolean][] = [
    ["html", "Message", message.email.html !== undefined],
    ["text", "Plain text", text !== null],
    ["headers", "Headers", true],
  ]
  const rows = headers.map(
    ({ name, value }) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>${value}</td>
      </tr>`,
  )
  return html`<h1>${subject}</h1>
    <dl>
      <dt>From</dt>
      <dd>${from}</dd>
      <dt>To</dt>
      <dd>${to.join(", ")}</dd>
      <dt>Received</dt>
      <dd>${timeOf(receivedAt)}</dd>
      <dt>Attachments</dt>
      <dd>${attachments.map(({ filename }) => filename ?? "unnamed").join(", ") || "none"}</dd>
    </dl>
    ${tabs([
      ...views
        .filter(([, , exists]) => exists)
        .map(([name, label]) => [`${path}/${name}`, label, name === current] as const),
      [`${path}/source`, "Source", false],
    ])}
    <form method="post" action="${path}/delete"><button>Delete</button></form>
    ${current === "html" && frame(subject, `${path}/body`)}
    ${current === "text" && html`<pre>${text ?? ""}</pre>`}
    ${
      current === "headers" &&
      html`<table>
        ${rows}
      </table>`
    }`
}

export interface Preview {
  template: string
  situation: string
  mail: { subject: string; html: string; text: string; images: readonly InlineImage[] }
}
export const previewViewSchema = z.enum(["html", "narrow", "text"])
type PreviewView = z.infer<typeof previewViewSchema>

/** Every mail that the shop can send, with made-up data, and one of them. */
export function previewPage(previews: readonly Preview[], index: number, view: PreviewView) {
  const open = previews[index]
  const path = `/previews/${index}`
  const labels: readonly [PreviewView, string][] = [
    ["html", "Message"],
    ["narrow", "At 320 px"],
    ["text", "Plain text"],
  ]
  return page({
    title: "Mail previews",
    isOpen: true,
    header: html`<a href="/"><strong>Mailbox</strong></a>
      <span>${previews.length} previews with made-up orders. None of these was sent.</span>`,
    rows: previews.map(({ template, situation, mail }, at) => ({
      href: `/previews/${at}/html`,
      isOpen: at === index,
      content: html`${mail.subject}<br /><small>${template}: ${situation}</small>`,
    })),
    main: html`${
      open &&
      html`<h1>${open.mail.subject}</h1>
        <p>${open.template}: ${open.situation}</p>
        ${tabs(labels.map(([name, label]) => [`${path}/${name}`, label, name === view]))}
        ${view === "text" ? html`<pre>${open.mail.text}</pre>` : frame(open.mail.subject, `${path}/body`, view === "narrow")}`
    }`,
  })
}
