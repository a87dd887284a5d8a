"use client"
import { createElement, useEffect, useRef, type ReactElement } from "react"
import type { BitcoinPaymentElement } from "./element.js"
import type { BitcoinPayment as Payment } from "./payment.js"
import type { Texts } from "./texts.js"

interface BitcoinPaymentProps {
  orderId: string
  /** Empty: the page's own origin. */
  backendUrl?: string
  /** BCP 47. Without it the page's. */
  lang?: string
  texts?: Texts
  className?: string
  onChange?: (payment: Payment) => void
}

/** `<bitcoin-payment>` for React 18 and 19. */
export function BitcoinPayment(props: BitcoinPaymentProps): ReactElement {
  const { orderId, backendUrl, lang, texts, className, onChange } = props
  const place = useRef<BitcoinPaymentElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    // A server that renders pages has no elements.
    void import("./define.js").then(() => {
      if (texts !== undefined) element.texts = texts
    })
    const listener = ({ detail }: HTMLElementEventMap["bitcoin-payment-change"]) => {
      if (detail !== null) onChange?.(detail)
    }
    element.addEventListener("bitcoin-payment-change", listener)
    return () => element.removeEventListener("bitcoin-payment-change", listener)
  }, [texts, onChange])
  return createElement("bitcoin-payment", {
    ref: place,
    "order-id": orderId,
    "backend-url": backendUrl,
    lang,
    class: className,
  })
}
