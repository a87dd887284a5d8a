import { createHash } from "node:crypto"
import { expect, it } from "vitest"
import { LightningUnavailable } from "../../ports/lightning-node"
import { settlementOf } from "./settlement"

const preimage = "07".repeat(32)
const paymentHash = createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex")
const said = { receivedMsat: 1000n, settledAt: new Date(0), preimage }

it("takes a preimage that hashes to the payment hash, and no other", () => {
  expect(settlementOf({ name: "LND" }, paymentHash, said)).toEqual(said)
  for (const wrong of ["08".repeat(32), preimage.slice(2), ""])
    expect(() => settlementOf({ name: "LND" }, paymentHash, { ...said, preimage: wrong })).toThrow(
      LightningUnavailable,
    )
})
