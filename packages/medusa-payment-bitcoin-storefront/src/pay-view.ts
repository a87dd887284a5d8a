import { bitcoins } from "./bitcoins.js"
import { el } from "./dom.js"
import { lightningCode, type BitcoinPayment } from "./payment.js"
import { drawQrCode } from "./draw-qr-code.js"
import { isPayable } from "./stages.js"
import type { Texts } from "./texts.js"
import { formatClock, milestoneOf, secondsUntil, untilNextTick } from "./time-left.js"

const CODES = ["payment", "lightning", "address"] as const
type Code = (typeof CODES)[number]

/** What the view shows is the same as long as this is. */
export const payViewKey = ({ state, address, remainingSats, lightning }: BitcoinPayment): string =>
  [state, address, remainingSats, lightning?.invoice].join(" ")

/** Codes, amount, address and the time left. `stop` ends its clock. */
export function payView(
  payment: BitcoinPayment,
  texts: Texts,
  now: () => number,
): { node: HTMLElement; stop: () => void } {
  const { address, uri, lightning, payableUntil, remainingSats } = payment
  if (!isPayable(payment) || uri === null) return { node: el("div", { hidden: true }), stop: () => {} }
  const isRest = payment.state === "underpaid"
  const satoshis = BigInt(remainingSats)
  const amount = bitcoins(remainingSats)
  const said = el("p", { className: "hidden", role: "status" })
  const copy = (label: string, text: string) => copyButton(label, text, texts, said)
  const number = new Intl.NumberFormat(texts.locale)
  const money = new Intl.NumberFormat(texts.locale, { style: "currency", currency: payment.currency })
  const contents: Record<Code, string | null> = {
    payment: lightning?.unifiedUri ?? uri,
    lightning: lightning && lightningCode(lightning.invoice),
    address,
  }
  const clock = el("strong", { className: "clock", part: "clock" })
  const announced = el("p", { className: "hidden", role: "status" })
  const body = el(
    "div",
    { className: "pay" },
    el(
      "div",
      {},
      el("h3", {}, isRest ? texts.sendRest : texts.sendExactly),
      el(
        "p",
        { className: "amount", part: "amount", translate: false },
        `${amount} BTC`,
        el("span", { className: "muted" }, isRest ? "" : ` = ${money.format(Number(payment.price))}`),
      ),
      el(
        "p",
        { className: "muted", translate: false },
        `${texts.satoshis(number.format(satoshis))} · ${texts.rate(money.format(Number(payment.rate)))}`,
      ),
      el("div", { className: "row" }, copy(texts.copy.amount, amount)),
    ),
    codeChoice(contents, texts),
    el("a", { className: "wallet", part: "open", href: lightning?.link ?? uri }, texts.open),
    el("p", { className: "muted", "aria-hidden": "true" }, `${texts.timeLeft} `, clock),
    el(
      "div",
      {},
      el("h3", {}, texts.toAddress),
      el("p", { className: "address", part: "address", translate: false }, address),
      el(
        "div",
        { className: "row" },
        copy(texts.copy.address, address),
        lightning && copy(texts.copy.invoice, lightning.invoice),
      ),
    ),
    said,
  )
  const over = el("p", { role: "status", hidden: true }, texts.timeIsUp)
  const node = el("div", { part: "pay" }, body, over, announced)
  let timer: ReturnType<typeof setTimeout>
  const tick = () => {
    const seconds = secondsUntil(payableUntil, now())
    const minutes = milestoneOf(seconds)
    clock.textContent = formatClock(seconds)
    announced.textContent = minutes === null || minutes === 0 ? "" : texts.lessThan(minutes)
    // Whether a payment came in time is being checked: nothing must be sent meanwhile.
    body.hidden = seconds === 0
    over.hidden = seconds > 0
    if (seconds > 0)
      timer = setTimeout(tick, untilNextTick(Date.parse(payableUntil) - now(), document.hidden))
  }
  tick()
  return { node, stop: () => clearTimeout(timer) }
}

function codeChoice(contents: Readonly<Record<Code, string | null>>, texts: Texts): HTMLElement {
  const picture = el("img", { part: "code", width: 280, height: 280 })
  const hint = el("p", { className: "muted" })
  const show = (code: Code) => {
    const text = contents[code] ?? ""
    hint.textContent = texts.scan[code]
    picture.alt = texts.codes[code]
    picture.src = drawQrCode(text, contents.lightning !== null && code !== "address")
  }
  const choices = CODES.filter((code) => contents[code] !== null).map((code) =>
    el(
      "label",
      {},
      el("input", {
        type: "radio",
        name: "code",
        className: "hidden",
        checked: code === "payment",
        onchange: () => show(code),
      }),
      texts.codes[code],
    ),
  )
  show("payment")
  const legend = el("legend", { className: "hidden" }, texts.codes.label)
  return el(
    "div",
    { className: "code" },
    picture,
    hint,
    el("fieldset", { part: "codes" }, legend, ...choices),
  )
}

function copyButton(label: string, text: string, texts: Texts, said: HTMLElement): HTMLElement {
  const say = (words: string) => () => {
    button.textContent = words
    said.textContent = words
    setTimeout(() => (button.textContent = label), 2000)
  }
  // It throws on a page without TLS, which has no clipboard.
  const write = async () => navigator.clipboard.writeText(text)
  const onclick = () => {
    said.textContent = ""
    void write().then(say(texts.copy.done), say(texts.copy.failed))
  }
  const button = el("button", { type: "button", part: "copy", onclick }, label)
  return button
}
