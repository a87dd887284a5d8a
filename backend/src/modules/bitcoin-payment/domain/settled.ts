import { confirmationsOf, requiredConfirmations } from "./confirmations"
import type { Invoice, Output, Policy } from "./invoice"
import { sumSatoshis, type Satoshis } from "./satoshis"

/** What of an invoice's money lies as deep as its price asks for: the part that is ours to keep or to give back. */
export function settledSatoshis(
  invoice: Pick<Invoice, "pricePence">,
  outputs: readonly Output[],
  height: number,
  policy: Policy,
): Satoshis {
  const required = requiredConfirmations(invoice.pricePence, policy)
  return sumSatoshis(
    outputs
      .filter((output) => output.amount >= policy.dust && confirmationsOf(output, height) >= required)
      .map(({ amount }) => amount),
  )
}
