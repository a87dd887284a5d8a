/** What happens when one pays with a card. */
export interface TestCard {
  number: string
  brand: "visa" | "mastercard"
  label: string
  /** A decline of the bank */
  decline?: Decline
  /** The bank asks for 3-D Secure first */
  challenge?: boolean
  /** The result follows after some seconds, as with a bank debit */
  later?: "succeeds" | "fails"
  /** The cardholder disputes the payment soon after it */
  dispute?: "fraudulent" | "product_not_received"
  /** What becomes of a refund some seconds later */
  refund?: "succeeds_later" | "fails_later"
}

export interface Decline {
  code: string
  declineCode?: string
  message: string
}

const declined = (declineCode: string): Decline => ({
  code: "card_declined",
  declineCode,
  message: "Your card was declined.",
})

export const AUTHENTICATION_FAILED: Decline = {
  code: "payment_intent_authentication_failure",
  message:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
}

export const LATER_FAILURE: Decline = {
  code: "payment_intent_payment_attempt_failed",
  message: "The payment failed.",
}

/** Stripe's test numbers, and two for delayed payments that Stripe does not have. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: "4242424242424242", brand: "visa", label: "Succeeds" },
  { number: "5555555555554444", brand: "mastercard", label: "Succeeds (Mastercard)" },
  {
    number: "4000000000000002",
    brand: "visa",
    label: "Declined",
    decline: declined("generic_decline"),
  },
  {
    number: "4000000000009995",
    brand: "visa",
    label: "Insufficient funds",
    decline: { ...declined("insufficient_funds"), message: "Your card has insufficient funds." },
  },
  {
    number: "4000000000000069",
    brand: "visa",
    label: "Expired card",
    decline: { code: "expired_card", message: "Your card has expired." },
  },
  { number: "4000000000003220", brand: "visa", label: "3-D Secure: pass or fail", challenge: true },
  {
    number: "4000008400001629",
    brand: "visa",
    label: "3-D Secure, then declined",
    challenge: true,
    decline: declined("generic_decline"),
  },
  {
    number: "4000000000005001",
    brand: "visa",
    label: "Slow: succeeds after some seconds",
    later: "succeeds",
  },
  { number: "4000000000005019", brand: "visa", label: "Slow: fails after some seconds", later: "fails" },
  { number: "4000000000000259", brand: "visa", label: "Succeeds, disputed as fraud", dispute: "fraudulent" },
  {
    number: "4000000000002685",
    brand: "visa",
    label: "Succeeds, disputed as not received",
    dispute: "product_not_received",
  },
  {
    number: "4000000000007726",
    brand: "visa",
    label: "Succeeds; a refund stays pending for some seconds",
    refund: "succeeds_later",
  },
  {
    number: "4000000000005126",
    brand: "visa",
    label: "Succeeds; a refund fails some seconds later",
    refund: "fails_later",
  },
]

export const findCard = (number: string | undefined) => TEST_CARDS.find((card) => card.number === number)
