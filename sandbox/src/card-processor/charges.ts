import type Stripe from "stripe"
import { type Account, type Attempt, newId, seconds } from "./account.js"
import type { Decline, TestCard } from "./test-cards.js"

/** The charge of an attempt. @param decline why it failed; undefined when it succeeded */
export function chargeFor(
  intent: Stripe.PaymentIntent,
  card: TestCard,
  wallet: Attempt["wallet"],
  decline?: Decline,
): Stripe.Charge {
  const succeeded = decline === undefined
  const id = newId("ch")
  return {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: succeeded ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: "SANDBOX",
    captured: succeeded,
    created: seconds(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: succeeded ? "approved_by_network" : "declined_by_network",
      reason: decline?.declineCode ?? null,
      seller_message: decline?.message ?? "Payment complete.",
      type: succeeded ? "authorized" : "issuer_declined",
    },
    paid: succeeded,
    payment_intent: intent.id,
    payment_method: newId("pm"),
    payment_method_details: { type: "card", card: cardDetails(card, wallet) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: succeeded ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  }
}

function cardDetails(card: TestCard, wallet: Attempt["wallet"]): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: null,
    authorization_code: null,
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
    country: "GB",
    electronic_commerce_indicator: null,
    exp_month: 12,
    exp_year: 2040,
    fingerprint: newId("fp").slice(3, 19),
    funding: "credit",
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    network: card.brand,
    network_token: { used: wallet !== undefined },
    network_transaction_id: null,
    regulated_status: "unregulated",
    three_d_secure: null,
    transaction_link_id: null,
    wallet: wallet === undefined ? null : { dynamic_last4: card.number.slice(-4), type: wallet },
  }
}

const FEE_PERCENT = 1.5
const FEE_PENCE = 20
const DAY = 24 * 60 * 60

/** The fee of UK cards: 1.5 % and 20p. */
const feeOf = (pence: number) => Math.round((pence * FEE_PERCENT) / 100) + FEE_PENCE

/** Books a payment with its fee, a moment after it succeeded. */
export function bookCharge(account: Account, chargeId: string): void {
  const charge = account.charge(chargeId)
  const booking = book(account, {
    source: charge.id,
    amount: charge.amount,
    fee: feeOf(charge.amount),
    type: "charge",
  })
  charge.balance_transaction = booking.id
  account.emit("charge.updated", charge)
}

interface Booking {
  /** The charge, refund or dispute */
  source: string
  /** Pence; negative when money leaves the account */
  amount: number
  fee: number
  type: "adjustment" | "charge" | "refund"
}

/** Adds a row to the account's balance. */
export function book(account: Account, { source, amount, fee, type }: Booking): Stripe.BalanceTransaction {
  const booking: Stripe.BalanceTransaction = {
    id: newId("txn"),
    object: "balance_transaction",
    amount,
    available_on: seconds() + 3 * DAY,
    balance_type: "payments",
    created: seconds(),
    currency: "gbp",
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: "gbp",
              description: "Stripe processing fees",
              type: "stripe_fee",
            },
          ],
    net: amount - fee,
    reporting_category: type === "adjustment" ? "dispute" : type,
    source,
    status: "pending",
    type,
  }
  account.bookings.set(booking.id, booking)
  return booking
}

/** The balance: everything is still pending. */
export function balanceOf(account: Account): Stripe.Balance {
  const pending = [...account.bookings.values()].reduce((sum, { net }) => sum + net, 0)
  const amount = (pence: number) => [{ amount: pence, currency: "gbp", source_types: { card: pence } }]
  return { object: "balance", available: amount(0), livemode: false, pending: amount(pending) }
}
