import { markup, onLines, type SafeHtml } from "./markup"
import { LIGHT, MONO, SERIF } from "./palette"

/** A piece of a mail, said twice: for mailboxes that show HTML and for those that show text. */
export interface Block {
  html: SafeHtml
  text: string
}

/** A paragraph of plain words. */
export function paragraph(words: string): Block {
  return {
    html: markup`<p class="ink" style="margin:0 0 16px;color:${LIGHT.ink};">${words}</p>`,
    text: words,
  }
}

/** A heading inside the mail. */
export function heading(words: string): Block {
  return {
    html: markup`<h2
      class="bramble"
      style="margin:28px 0 12px;font:normal 20px/1.3 ${SERIF};color:${LIGHT.bramble};"
    >
      ${words}
    </h2>`,
    text: `${words.toUpperCase()}\n${"-".repeat(words.length)}`,
  }
}

/** Lines that belong together, like an address. */
export function lines(words: readonly string[]): Block {
  return {
    html: markup`<p class="ink" style="margin:0 0 16px;color:${LIGHT.ink};">${onLines(words)}</p>`,
    text: words.join("\n"),
  }
}

/** Words that somebody else wrote: line by line as they came, set apart from ours. */
export function quotation(words: string): Block {
  const said = words.split("\n")
  return {
    html: markup`<div
      class="panel ink"
      style="margin:0 0 16px;padding:14px 16px;background:${LIGHT.panel};border-left:3px solid ${LIGHT.honey};color:${LIGHT.ink};overflow-wrap:anywhere;"
    >
      ${onLines(said)}
    </div>`,
    text: said.map((line) => `> ${line}`).join("\n"),
  }
}

/** A fact under its name. */
export function fact(label: string, value: string): Block {
  return {
    html: markup`<p class="soft" style="margin:0 0 2px;font-size:14px;color:${LIGHT.soft};">${label}</p>
      <p class="ink" style="margin:0 0 14px;color:${LIGHT.ink};overflow-wrap:anywhere;">${value}</p>`,
    text: `${label}: ${value}`,
  }
}

/** Something to copy letter by letter, under its name. */
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

/** A link as a button; the text names the address itself. */
export function button(label: string, url: string): Block {
  return {
    html: markup`<table
      role="presentation"
      cellpadding="0"
      cellspacing="0"
      border="0"
      style="margin:4px 0 16px;"
    >
      <tr>
        <td class="button" style="border-radius:8px;background:${LIGHT.bramble};">
          <a
            href="${url}"
            class="button-words"
            style="display:inline-block;padding:12px 22px;font-weight:600;color:#fffdf8;text-decoration:none;"
            >${label}</a
          >
        </td>
      </tr>
    </table>`,
    text: `${label}:\n${url}`,
  }
}

/** Blocks set apart from the rest: what the reader should do. */
export function panel(blocks: readonly Block[]): Block {
  return {
    html: markup`<table
      role="presentation"
      width="100%"
      cellpadding="0"
      cellspacing="0"
      border="0"
      style="margin:8px 0 20px;"
    >
      <tr>
        <td
          class="panel"
          style="padding:18px 18px 6px;background:${LIGHT.panel};border:1px solid ${LIGHT.line};border-radius:10px;"
        >
          ${blocks.map((block) => block.html)}
        </td>
      </tr>
    </table>`,
    text: blocks.map((block) => block.text).join("\n\n"),
  }
}

/** Small print, as long as the law makes it; several strings are lines that belong together. */
export function smallPrint(...words: readonly string[]): Block {
  return {
    html: markup`<p class="soft" style="margin:0 0 10px;font-size:14px;line-height:1.5;color:${LIGHT.soft};">
      ${onLines(words)}
    </p>`,
    text: words.join("\n"),
  }
}
