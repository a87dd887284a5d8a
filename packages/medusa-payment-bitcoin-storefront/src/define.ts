import { BitcoinPaymentElement } from "./element.js"

/** For browsers: a server that renders pages has no elements. */
if (!customElements.get("bitcoin-payment")) customElements.define("bitcoin-payment", BitcoinPaymentElement)

declare global {
  interface HTMLElementTagNameMap {
    "bitcoin-payment": BitcoinPaymentElement
  }
  interface HTMLElementEventMap {
    "bitcoin-payment-change": CustomEvent<BitcoinPaymentElement["payment"]>
  }
}
