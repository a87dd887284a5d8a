/** Why a payment needs a person, or what is unusual about it: the one English text of each reason. */
export const REASON_TEXTS = {
  undone_after_capture: "The blockchain undid the payment after its capture",
  paid_after_refund: "More money came after the refund",
  paid_twice: "The order was paid twice",
  order_cancelled: "The order was cancelled",
  superseded: "The order is paid in another way or by another quote",
  short: "Underpaid",
  late: "Paid late",
  unconfirmed_too_long: "In no block within the time limit",
  sources_disagree: "The two sources of the blockchain differ",
  overpaid: "Overpaid",
  sent_before_order: "Money that was sent before the order was not counted",
  several_transactions: "Paid in several transactions",
  dust_ignored: "Outputs below the dust limit were ignored",
  replaced: "A transaction was replaced or lost",
  refund_due: "A refund is due",
  refund_unrecorded: "A refund was sent and could not be recorded",
  failing: "A background task keeps failing",
}

export const REASON_ADVICE = {
  undone_after_capture:
    "Do not send the parcel. If the payment is mined again, the case closes automatically. If not, write to the buyer.",
  paid_after_refund: "Ask the buyer what it is for, and refund it.",
  paid_twice: "Refund this payment. The order continues as usual.",
  order_cancelled:
    "Refund the money or, if the buyer still wants the goods and they are in stock, reinstate the order.",
  superseded:
    "If the order is paid, refund this payment. If not, you can accept it in place of the other payment.",
  short:
    "Ask the buyer to send the rest, accept it as it is, or refund it. Agree with the buyer before more is sent.",
  late: "If the goods are in stock and the rate has not moved too far, accept it and send the order. Otherwise refund it.",
  unconfirmed_too_long:
    "Compare its value today with the price. Once it is confirmed, accept it or refund it. Do not send the parcel before.",
  sources_disagree:
    "Look the address up in your own wallet and in a block explorer, and do not send the parcel meanwhile. When the sources agree, the case closes automatically. If one of them is wrong or far behind, have it replaced; if the payment is in a block with enough confirmations, you can mark the order as paid.",
  overpaid: "Offer to refund the surplus, minus the network's fee.",
  sent_before_order: "Find out whose money it is. It may be another buyer's late payment, or your own.",
}

/** What staff can do about a case, where it solves one, and what they did. */
export const ACTION_TEXTS = {
  accept: { option: "Accept", done: "Accepted the payment" },
  settle_by_hand: { option: null, done: "Marked as paid" },
  renew_quote: { option: null, done: "Renewed the quote" },
  ask_refund_address: { option: "Ask for a refund address", done: "Asked for a refund address" },
  record_refund: { option: "Record a refund", done: "Recorded a refund" },
  keep_surplus: { option: "Keep the surplus", done: "Kept the surplus" },
  explain_earlier_money: { option: "Close the case", done: "Explained money from before the order" },
  case_closed: { option: null, done: "Case closed" },
}

export const SHORTEST_REASON = 5

export const REJECTION_TEXTS = {
  no_invoice: "There is no such Bitcoin invoice.",
  paid: "This payment is accepted already.",
  paid_by_another: "The order was paid by another payment; refund this one.",
  older_quote: "There is a later invoice for this order; use that one.",
  refunded: "This payment was refunded; renew the quote if the buyer wants to pay again.",
  nothing_received: "Nothing was received at this address.",
  not_confirmed: "The payment does not have enough confirmations yet. Wait for them.",
  poll_first: "This invoice was not polled since the money arrived. Check now, then decide.",
  still_open: "This invoice can still be paid.",
  money_received: "This invoice received money: accept or refund it first.",
  nothing_to_refund: "There is nothing (more) to refund here.",
  already_asked: "The buyer was asked for an address already.",
  no_surplus: "There is no surplus to keep.",
  no_earlier_money: "There is no money from before the order to explain.",
  exceeds_received: "That is more than was received and not refunded yet.",
  already_recorded: "This transaction, or Lightning payment, is recorded already.",
  no_proof:
    "That is not the Lightning invoice of this refund: it cannot be read, is for another network, or is older than the payment.",
  other_amount: "The Lightning invoice is for another amount.",
  other_preimage: "That preimage does not belong to this Lightning invoice.",
}

export const BATCH_REJECTION_TEXTS = {
  unsupported_wallet:
    "The shop cannot prepare transactions for this wallet: its descriptor must be wpkh, tr or sh(wpkh) and end in /0/*. Refund from your wallet program, and record each refund on its order's page.",
  short_of_funds:
    "The confirmed payments that are still in the wallet are not enough for these refunds and the fee. Choose fewer refunds or a lower fee, or refund from your wallet program.",
  in_a_batch: "Another transaction was prepared with one of these refunds or coins. Look at the list below.",
  refund_changed: "What is due has changed. Look at the list again.",
  no_batch: "There is no such transaction that waits for a signature.",
  already_sent: "This transaction was sent, discarded or completed already.",
  not_a_transaction: "That is neither a signed PSBT nor a transaction.",
  unsigned: "It is not signed completely. Sign it in your wallet first.",
  other_transaction: "That is another transaction than the one that was prepared here.",
  refused_by_network: "The Bitcoin network refused the transaction.",
}
