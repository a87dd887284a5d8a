/** The wallet, on the page Payments. */
export const wallet = {
  addresses: "The wallet’s first ten addresses",
  compare:
    "Compare them with the receive addresses that your own wallet shows. If one differs, the shop takes money for another wallet: stop it, and correct BITCOIN_DESCRIPTOR.",
  given_zero: "No addresses were given out so far.",
  given_one: "{{count}} address was given out so far.",
  given_other: "{{count}} addresses were given out so far.",
  order: "Order #{{number}}",
  givenOut: "given out",
  gapExceeded: "Your wallet may not show all that was paid",
  gapExceededText:
    "{{longest}} addresses in a row were given out and not paid; your wallet stops looking at {{limit}}. Set its gap limit to {{enough}} or more, and write it below. The shop’s own records are complete.",
  gapNear: "Too many addresses in a row are unpaid",
  gapNearText:
    "{{now}} addresses in a row were given out and not paid; at {{limit}} your wallet stops looking. Raise its gap limit, or make a payment of your own, below.",
  gapFine: "Your wallet shows every payment",
  sinceLastPaid_zero: "The last address that was given out is paid.",
  sinceLastPaid_one:
    "{{count}} address was given out since the last paid one; your wallet looks ahead {{limit}}.",
  sinceLastPaid_other:
    "{{count}} addresses were given out since the last paid one; your wallet looks ahead {{limit}}.",
  gapLimit: "Gap limit",
  gapLimitLabel: "Unused addresses in a row that your wallet shows",
  gapLimitHint: "Change it in your wallet program first. It applies here at once.",
  gapLimitSet: "Set by {{by}}, {{at}}.",
  gapLimitSaved: "Gap limit saved",
  notChanged: "Nothing was changed",
  ownPayment: "End the run of unpaid addresses",
  ownPaymentText:
    "If your wallet’s gap limit cannot be raised: send a small amount, 1,000 satoshis or more, from any wallet to an address of your own. It belongs to no order, the money stays yours, and your wallet looks on from there.",
  checkPayment: "Check for the payment",
  paymentChecked: "Payment checked",
  lastOwnPayment: "The last payment of your own was seen {{at}}.",
  showAddress: "Show an address",
  addressReady: "Address ready",
} as const
