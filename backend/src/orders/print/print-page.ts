import type { MedusaResponse } from "@medusajs/framework/http"
import type { Details } from "../../modules/business-details"
import { markup, onLines, SafeHtml } from "../../platform/markup"

export function day(iso: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/London" }).format(
    new Date(iso),
  )
}

export function moment(iso: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "Europe/London",
  }).format(new Date(iso))
}

const STYLE = new SafeHtml(`
  @page { size: A4; margin: 18mm 16mm }
  * { box-sizing: border-box }
  body { margin: 0 auto; max-width: 178mm; padding: 10mm 4mm; color: #1c1917; background: #fff;
         font: 10.5pt/1.45 "Helvetica Neue", Arial, sans-serif }
  header { display: flex; justify-content: space-between; gap: 12mm; border-bottom: 1.5pt solid #1c1917; padding-bottom: 5mm }
  h1 { margin: 0; font-size: 19pt; letter-spacing: -.01em } h2 { margin: 7mm 0 2mm; font-size: 11pt }
  p { margin: 0 0 1.5mm } .quiet { color: #57534e } address { font-style: normal; text-align: right; font-size: 9pt }
  table { width: 100%; border-collapse: collapse; margin-top: 5mm } th { text-align: left; font-size: 8.5pt; color: #57534e;
         font-weight: 600; border-bottom: .75pt solid #a8a29e; padding: 1.5mm 2mm 1.5mm 0 }
  td { padding: 2mm 2mm 2mm 0; border-bottom: .5pt solid #e7e5e4; vertical-align: top }
  .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; padding-right: 0 }
  tfoot td { border: 0; padding-block: 1mm } tfoot tr.sum td { border-top: 1pt solid #1c1917; font-weight: 700; font-size: 12pt; padding-top: 2mm }
  .box { width: 5mm; height: 5mm; border: 1pt solid #1c1917; display: inline-block } .item { font-weight: 600 }
  .columns { display: flex; gap: 14mm; margin-top: 6mm } .columns > div { flex: 1 }
  .break { overflow-wrap: anywhere } tr, .columns { break-inside: avoid }
  .indented { padding-left: 4mm } .large { font-size: 13pt } .apart { margin-top: 10mm } .narrow { width: 18mm }
  @media screen and (max-width: 480px) { header, .columns { flex-direction: column; gap: 4mm } address { text-align: left } }
  .sheet + .sheet { break-before: page; margin-top: 16mm }
  @media print { .sheet + .sheet { margin-top: 0 } body { padding: 0; max-width: none } }`)

export type Letterhead = Pick<
  Details,
  "name" | "legalName" | "address" | "companyNumber" | "registeredIn" | "vatNumber" | "email"
>

export interface Sheet {
  readonly title: string
  readonly subtitle: readonly string[]
  readonly body: SafeHtml
}

/** A page to print: each sheet begins on a new page. */
export function printPage(shop: Letterhead, sheets: readonly Sheet[]): SafeHtml {
  const { companyNumber, registeredIn, vatNumber } = shop
  const registered = registeredIn === null ? "" : ` (${registeredIn})`
  const facts = [
    shop.legalName,
    ...shop.address.split(/\s*,\s*/),
    shop.email,
    ...(companyNumber === null ? [] : [`Company number ${companyNumber}${registered}`]),
    ...(vatNumber === null ? [] : [`VAT number ${vatNumber}`]),
  ]
  const [first] = sheets
  return markup`<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${first?.title ?? shop.name}</title><style>${STYLE}</style></head>
<body>${sheets.map(
    ({ title, subtitle, body }) => markup`
<section class="sheet">
<header><div><h1>${title}</h1><p class="quiet">${onLines(subtitle)}</p></div>
<address><strong>${shop.name}</strong><br />${onLines(facts)}</address></header>
${body}
</section>`,
  )}
</body>
</html>`
}

const POLICY = "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'none'"

/** Sends a print page. It contains an address, so it is not cached. */
export function sendPrintPage(response: MedusaResponse, { source }: SafeHtml): void {
  response.set({ "cache-control": "no-store", "content-security-policy": POLICY }).type("html").send(source)
}
