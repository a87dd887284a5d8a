import { createHash } from "node:crypto"
import {
  LightningNonsense,
  type LightningNode,
  type PaymentHash,
  type Settlement,
} from "../../ports/lightning-node"

/** What a node says of a paid invoice. @throws LightningNonsense when the preimage is not the hash's: a confused node proves nothing */
export function settlementOf(
  { name }: Pick<LightningNode, "name">,
  paymentHash: PaymentHash,
  { receivedMsat, settledAt, preimage }: Settlement,
): Settlement {
  const hash = createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex")
  if (hash !== paymentHash) throw new LightningNonsense(name, `its preimage is not that of ${paymentHash}`)
  return { receivedMsat, settledAt, preimage }
}
