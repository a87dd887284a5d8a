import { BitcoinPaymentError, createBitcoinPayments } from "./client.js"
import { el } from "./dom.js"
import { payView, payViewKey } from "./pay-view.js"
import type { BitcoinPayment } from "./payment.js"
import { stageOf } from "./stages.js"
import { STYLES } from "./styles.js"
import { textsFor, type Texts } from "./texts.js"

/**
 * `<bitcoin-payment order-id="…" backend-url="https://api.example.com">`: amount, codes, address, time and state of an order's payment,
 * as they change. `lang` of itself or of the page chooses the language; `texts` replaces it. Sends `bitcoin-payment-change` with the
 * payment as `detail` after each change.
 */
export class BitcoinPaymentElement extends HTMLElement {
  static readonly observedAttributes = ["order-id", "backend-url", "lang"]
  #texts: Texts | null = null
  #payment: BitcoinPayment | null = null
  #clockOffset = 0
  #key = ""
  #stopFollowing = () => {}
  #stopClock = () => {}
  readonly #title = el("h2", { part: "title" })
  readonly #detail = el("p", { className: "muted", part: "detail" })
  readonly #problem = el("p", { role: "alert", part: "problem", hidden: true })
  readonly #pay = el("div")
  readonly #rest = el("div")

  get payment(): BitcoinPayment | null {
    return this.#payment
  }
  get texts(): Texts {
    return this.#texts ?? textsFor(this.closest("[lang]")?.getAttribute("lang") ?? navigator.language)
  }
  set texts(texts: Texts | null) {
    this.#texts = texts
    this.#draw(true)
  }

  connectedCallback(): void {
    if (this.shadowRoot === null) {
      const root = this.attachShadow({ mode: "open" })
      // A page's content security policy allows it without 'unsafe-inline'.
      const styles = new CSSStyleSheet()
      styles.replaceSync(STYLES)
      root.adoptedStyleSheets = [styles]
      const state = el("div", { role: "status", part: "state" }, this.#title, this.#detail)
      root.append(
        el(
          "section",
          { className: "card", part: "card", "aria-label": "Bitcoin" },
          state,
          this.#problem,
          this.#pay,
          this.#rest,
        ),
      )
    }
    this.#start()
  }
  disconnectedCallback(): void {
    this.#stopFollowing()
    this.#stopClock()
    this.#key = ""
  }
  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (this.isConnected && this.shadowRoot !== null && before !== after) this.#start()
  }

  #client() {
    return createBitcoinPayments(this.getAttribute("backend-url") ?? "")
  }

  #start(): void {
    this.#payment = null
    this.#problem.hidden = true
    this.#draw(true)
    this.#follow()
  }

  #follow(): void {
    this.#stopFollowing()
    const orderId = this.getAttribute("order-id")
    if (!orderId) return
    this.#stopFollowing = this.#client().follow(orderId, {
      onPayment: (payment) => this.#show(payment),
      // Until the first answer only. Afterwards the page keeps what it knows and goes on asking.
      onProblem: (problem) => {
        if (this.#payment === null) this.#alert(problem)
      },
      onMissing: () => this.#say(this.texts.notFound, ""),
    })
  }

  #show(payment: BitcoinPayment): void {
    this.#clockOffset = Date.parse(payment.answeredAt) - Date.now()
    this.#payment = payment
    this.#problem.hidden = true
    this.#draw(false)
    this.dispatchEvent(new CustomEvent("bitcoin-payment-change", { detail: payment, bubbles: true }))
  }

  #alert({ status, code, message }: BitcoinPaymentError): void {
    const { unreachable, problems } = this.texts
    this.#problem.textContent = status === 0 ? unreachable : (problems[code ?? ""] ?? message)
    this.#problem.hidden = false
  }

  #say(title: string, detail: string, stage = ""): void {
    this.#title.className = stage
    if (this.#title.textContent !== title) this.#title.textContent = title
    if (this.#detail.textContent !== detail) this.#detail.textContent = detail
  }

  #draw(isNew: boolean): void {
    const { texts } = this
    const payment = this.#payment
    if (payment === null) {
      this.#stopClock()
      this.#pay.replaceChildren()
      this.#rest.replaceChildren()
      this.#key = ""
      return this.#say(texts.loading, "")
    }
    const stage = stageOf(payment)
    const reasons =
      payment.state === "review" ? payment.reasons.map((reason) => texts.reasons[reason] ?? "") : []
    this.#say(
      texts.stages[stage].title,
      [texts.stages[stage].detail(payment), ...reasons].filter(Boolean).join(" "),
      stage,
    )
    // As long as it is the same, nothing is replaced: a press or a focus is not lost by an answer that changes nothing.
    const key = JSON.stringify([stage, payViewKey(payment), payment.transactions.map(({ txid }) => txid)])
    if (!isNew && key === this.#key) return
    this.#key = key
    this.#stopClock()
    const view = payView(payment, texts, () => Date.now() + this.#clockOffset)
    this.#stopClock = view.stop
    this.#pay.replaceChildren(view.node)
    this.#pay.hidden = view.node.hidden
    this.#rest.replaceChildren(
      ...(stage === "expired" ? [this.#renewButton(payment)] : []),
      ...payment.transactions.map(({ txid, url }) =>
        el(
          "p",
          { className: "muted", part: "transaction", translate: false },
          `${texts.transaction} `,
          url === null
            ? txid
            : el(
                "a",
                { href: url, target: "_blank", rel: "noreferrer" },
                `${txid.slice(0, 8)}…${txid.slice(-8)}`,
              ),
        ),
      ),
    )
  }

  #renewButton({ address }: BitcoinPayment): HTMLElement {
    const { texts } = this
    const button = el("button", { type: "button", className: "renew", part: "renew" }, texts.renew)
    button.onclick = () => {
      if (button.ariaDisabled === "true") return
      button.ariaDisabled = "true"
      button.textContent = texts.renewing
      this.#client()
        .renew(this.getAttribute("order-id") ?? "")
        .then(
          (payment) => {
            this.#show(payment)
            // What was asked before and comes later is not shown.
            this.#follow()
          },
          (error: unknown) => {
            button.ariaDisabled = null
            button.textContent = texts.renew
            if (!(error instanceof BitcoinPaymentError)) throw error
            if (this.#payment?.address === address) this.#alert(error)
          },
        )
    }
    return button
  }
}
