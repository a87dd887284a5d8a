import { isObject, readPayment, type BitcoinPayment } from "./payment.js"
import { isFinal } from "./stages.js"
import { subscribe } from "./subscription.js"

/** The backend refused, or cannot answer now. */
export class BitcoinPaymentError extends Error {
  override readonly name = "BitcoinPaymentError"
  constructor(
    /** 0: the backend was not reached. */
    readonly status: number,
    /** Such as `still_valid`, `no_rate`; null: none was given. */
    readonly code: string | null,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export interface BitcoinPayments {
  /** Null: there is no such order that is paid in Bitcoin. @throws BitcoinPaymentError */
  get(orderId: string): Promise<BitcoinPayment | null>
  /** Opens a new quote after one has expired. @throws BitcoinPaymentError with the reason, such as `payment_seen` */
  renew(orderId: string): Promise<BitcoinPayment>
  /**
   * Calls back with the payment now and after each change, by server-sent events or, where those do not arrive, by polling. It pauses
   * while the page is hidden or offline, and ends by itself once nothing can change without staff.
   * @returns a function that stops
   */
  follow(orderId: string, listeners: FollowListeners): () => void
}

export interface FollowListeners {
  onPayment: (payment: BitcoinPayment) => void
  /** There is no such order that is paid in Bitcoin. */
  onMissing?: () => void
  /** No answer, or none that can be read: it goes on asking. */
  onProblem?: (problem: BitcoinPaymentError) => void
}

/** @param backendUrl the Medusa backend, such as `https://api.example.com`; empty: the page's own origin */
export function createBitcoinPayments(backendUrl = ""): BitcoinPayments {
  const pathOf = (orderId: string) =>
    `${backendUrl.replace(/\/$/, "")}/pay/bitcoin/${encodeURIComponent(orderId)}`
  const get = async (orderId: string) => ask(`${pathOf(orderId)}/payment`, "GET")
  return {
    get,
    async renew(orderId) {
      const payment = await ask(`${pathOf(orderId)}/renew`, "POST")
      if (payment === null) throw new BitcoinPaymentError(404, "no_invoice", "There is no such payment.")
      return payment
    },
    follow(orderId, { onPayment, onMissing, onProblem }) {
      let stop = () => {}
      let isStopped = false
      // A poll's answer may come after a message, or after a later poll, that knows more.
      let asked = 0
      let shown = 0
      const end = () => {
        isStopped = true
        stop()
      }
      const show = (payment: BitcoinPayment, turn = ++asked) => {
        if (isStopped || turn < shown) return
        shown = turn
        if (isFinal(payment)) end()
        onPayment(payment)
      }
      const poll = () => {
        const turn = ++asked
        void get(orderId).then(
          (payment) => {
            if (payment !== null) return show(payment, turn)
            if (isStopped || turn < shown) return
            end()
            onMissing?.()
          },
          (error: unknown) => {
            if (!isStopped && error instanceof BitcoinPaymentError) onProblem?.(error)
          },
        )
      }
      stop = subscribe({
        url: `${pathOf(orderId)}/events`,
        event: "payment",
        parse: readPayment,
        onValue: (payment) => show(payment),
        poll,
      })
      poll()
      return end
    },
  }
}

async function ask(url: string, method: "GET" | "POST"): Promise<BitcoinPayment | null> {
  let response: Response
  let body: unknown
  try {
    response = await fetch(url, { method, headers: { accept: "application/json" }, cache: "no-store" })
    body = await response.json()
  } catch (cause) {
    throw new BitcoinPaymentError(0, null, "The shop could not be reached.", { cause })
  }
  const answer = isObject(body) ? body : {}
  if (response.status === 404) return null
  if (!response.ok) {
    const { code, message } = answer
    throw new BitcoinPaymentError(
      response.status,
      typeof code === "string" ? code : null,
      typeof message === "string" ? message : "The shop could not answer.",
    )
  }
  try {
    return readPayment(answer["bitcoin_payment"])
  } catch (cause) {
    throw new BitcoinPaymentError(response.status, null, "The shop's answer cannot be read.", { cause })
  }
}
