import type { FastifyReply } from "fastify"
import { html, type Html, sendPage } from "../html/markup.js"

const STYLE = `
  :root {
    color-scheme: light dark;
    --ink: light-dark(#1a1f36, #e8eaf2); --line: light-dark(#d5d9e6, #3a4160); --page: light-dark(#fff, #12162a);
    --accent: light-dark(#4338ca, #a5b4fc); --on-accent: light-dark(#fff, #12162a);
    --bad: light-dark(#b3261e, #ffb4ab); --bad-back: light-dark(#fdeceb, #4a1512); --banner: light-dark(#fff4d6, #4a3a08);
    font: 16px/1.5 system-ui, sans-serif;
  }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--page); color: var(--ink) }
  .banner { margin: 0; padding: .5rem 1rem; background: var(--banner); text-align: center }
  main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1.25rem; overflow-wrap: anywhere }
  .total { font-size: 2.25rem; font-weight: 650; margin: 0 }
  ul, dl { list-style: none; margin: 0 0 1.5rem; padding: 0 }
  li, dl { display: grid; grid-template-columns: 12rem 1fr; gap: .25rem .75rem; padding: .25rem 0 }
  dd { margin: 0 }
  section { border-top: 1px solid var(--line); padding-top: 1rem }
  form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 0 0 1rem }
  label { display: grid; gap: .25rem; flex: 1 }
  input, select, button { font: inherit; width: 100%; min-height: 2.875rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--page); color: inherit }
  button { flex: 1; font-weight: 600; cursor: pointer }
  button.pay { flex-basis: 100%; background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
  .reason { padding: .75rem 1rem; border-radius: .5rem; background: var(--bad-back); color: var(--bad) }
  a { color: var(--accent) }
`

/** Sends a page that says that it is none of Stripe's. @param shop origins to which its forms may lead */
export function sendCardPage(reply: FastifyReply, title: string, body: Html, shop?: readonly string[]) {
  const page = html`<p class="banner" role="note">
      <strong>Sandbox</strong> This page imitates Stripe's. No card is charged and no money moves.
    </p>
    <main>${body}</main>`
  return sendPage(reply, { title: `${title} (sandbox)`, style: STYLE, body: page }, shop)
}

export const money = (pence: number | null) =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" }).format((pence ?? 0) / 100)
