import { MedusaError } from "@medusajs/framework/utils"
import { imageTag, type InlineImage } from "./pictures"
import { markup, onLines, type SafeHtml } from "../platform/markup"
import { LIGHT, MONO, ON_BRAND, SANS, SERIF } from "./palette"

export interface Block {
  html: SafeHtml
  /** Empty: the text form leaves the block out. */
  text: string
  images?: readonly InlineImage[]
}

/** A table that only arranges. Mail programs know no other way. */
export function layoutTable(rows: SafeHtml, style: string, { isWide = true, className = "" } = {}): SafeHtml {
  return markup`<table
    role="presentation"
    ${className === "" ? "" : markup`class="${className}"`}
    ${isWide ? markup`width="100%"` : ""}
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="${style}"
  >
    ${rows}
  </table>`
}

export function paragraph(text: string): Block {
  return {
    html: markup`<p class="ink" style="margin:0 0 16px;color:${LIGHT.ink};">${text}</p>`,
    text,
  }
}

export function heading(text: string): Block {
  return {
    html: markup`<h2
      class="brand"
      style="margin:28px 0 12px;font:normal 20px/1.3 ${SERIF};color:${LIGHT.brand};"
    >
      ${text}
    </h2>`,
    text: `${text.toUpperCase()}\n${"-".repeat(text.length)}`,
  }
}

export function lines(rows: readonly string[]): Block {
  return {
    html: markup`<p class="ink" style="margin:0 0 16px;color:${LIGHT.ink};">${onLines(rows)}</p>`,
    text: rows.join("\n"),
  }
}

export function quotation(text: string): Block {
  const rows = text.split("\n")
  return {
    html: markup`<div
      class="panel ink"
      style="margin:0 0 16px;padding:14px 16px;background:${LIGHT.panel};border-left:3px solid ${LIGHT.accent};color:${LIGHT.ink};overflow-wrap:anywhere;"
    >
      ${onLines(rows)}
    </div>`,
    text: rows.map((line) => `> ${line}`).join("\n"),
  }
}

export function fact(label: string, value: string): Block {
  return {
    html: markup`<p class="soft" style="margin:0 0 2px;font-size:14px;color:${LIGHT.soft};">${label}</p>
      <p class="ink" style="margin:0 0 14px;color:${LIGHT.ink};overflow-wrap:anywhere;">${value}</p>`,
    text: `${label}: ${value}`,
  }
}

export function copyable(label: string, value: string): Block {
  return {
    html: markup`<p class="soft" style="margin:0 0 2px;font-size:14px;color:${LIGHT.soft};">${label}</p>
      <p
        class="ink"
        style="margin:0 0 14px;font-family:${MONO};font-size:15px;line-height:1.5;color:${LIGHT.ink};word-break:break-all;overflow-wrap:anywhere;"
      >
        ${value}
      </p>`,
    text: `${label}:\n${value}`,
  }
}

/**
 * The text form shows the URL. `isSecondary` (outlined): the mail has another button for the one thing to do. @throws
 * MedusaError when the URL is neither a web page nor a payment link
 */
export function button(label: string, url: string, isSecondary = false): Block {
  if (!/^(https?|bitcoin):/.test(url))
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `A mail must not link to ${url}`)
  const look = isSecondary
    ? { cell: "line", background: "transparent", words: "brand", colour: LIGHT.brand }
    : { cell: "button", background: LIGHT.brand, words: "button-words", colour: ON_BRAND }
  return {
    html: layoutTable(
      markup`<tr>
        <td
          class="${look.cell}"
          style="border-radius:8px;border:1px solid ${isSecondary ? LIGHT.line : LIGHT.brand};background:${look.background};"
        >
          <a
            href="${url}"
            class="${look.words}"
            style="display:inline-block;padding:12px 22px;font-weight:600;color:${look.colour};text-decoration:none;"
            >${label}</a
          >
        </td>
      </tr>`,
      "margin:4px 0 16px;",
      { isWide: false },
    ),
    text: `${label}:\n${url}`,
  }
}

export function panel(blocks: readonly Block[]): Block {
  return {
    html: layoutTable(
      markup`<tr>
        <td
          class="panel"
          style="padding:18px 18px 6px;background:${LIGHT.panel};border:1px solid ${LIGHT.line};border-radius:10px;"
        >
          ${blocks.map((block) => block.html)}
        </td>
      </tr>`,
      "margin:8px 0 20px;",
    ),
    ...joined(blocks),
  }
}

/** What the law requires, set apart from what the reader came for: below a rule, on grey. */
export function legalPart(title: string, blocks: readonly Block[]): Block {
  return {
    html: layoutTable(
      markup`<tr>
        <td class="line" style="padding:24px 0 0;border-top:1px solid ${LIGHT.line};"></td>
      </tr>
      <tr>
        <td class="legal" style="padding:18px 18px 8px;background:${LIGHT.legal};border-radius:10px;">
          <h2
            class="ink"
            style="margin:0 0 8px;font:600 15px/1.4 ${SANS};color:${LIGHT.ink};"
          >
            ${title}
          </h2>
          ${blocks.map((block) => block.html)}
        </td>
      </tr>`,
      "margin:28px 0 12px;",
    ),
    ...joined([heading(title), ...blocks]),
  }
}

export function smallPrint(...rows: readonly string[]): Block {
  return {
    html: markup`<p class="soft" style="margin:0 0 10px;font-size:14px;line-height:1.5;color:${LIGHT.soft};">
      ${onLines(rows)}
    </p>`,
    text: rows.join("\n"),
  }
}

/** A QR code for those who read the email on a computer. The text form has none. */
export function paymentCode(code: InlineImage): Block {
  return {
    html: layoutTable(
      markup`<tr>
        <td style="background:#ffffff;border-radius:8px;">
          ${imageTag(code, { alt: "QR code of the Bitcoin address and the amount", width: 200, height: 200, style: "border-radius:8px;" })}
        </td>
        <td class="soft" style="padding-left:16px;font-size:14px;line-height:1.5;color:${LIGHT.soft};">
          Reading this on a computer? Scan the code with your phone. It fills in the amount: works in most
          wallets.
        </td>
      </tr>`,
      "margin:0 0 16px;",
      { isWide: false, className: "computer" },
    ),
    text: "",
    images: [code],
  }
}

export function joined(blocks: readonly Block[]): Pick<Block, "text" | "images"> {
  return {
    text: blocks.flatMap(({ text }) => (text === "" ? [] : [text])).join("\n\n"),
    images: blocks.flatMap(({ images }) => images ?? []),
  }
}
