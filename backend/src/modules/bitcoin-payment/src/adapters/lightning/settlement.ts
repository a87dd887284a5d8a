import { createHash } from "node:crypto"
import {
  LightningNonsense,
  type LightningNode,
  type PaymentHash,
  type Settlement,
} from "../../ports/lightning-node"

/** @param preimage 32 bytes in hexadecimal, as the hash */
export const paymentHashOf = (preimage: string): PaymentHash =>
  createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex")

/** What a node says of a paid invoice. @throws LightningNonsense when the preimage is not the hash's: a confused node proves nothing */
export function settlementOf(
  { name }: Pick<LightningNode, "name">,
  paymentHash: PaymentHash,
  { receivedMsat, settledAt, preimage }: Settlement,
): Settlement {
  if (paymentHashOf(preimage) !== paymentHash)
    throw new LightningNonsense(name, `its preimage is not that of ${paymentHash}`)
  return { receivedMsat, settledAt, preimage }
}
