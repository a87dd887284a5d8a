import { LightningRefusal, type LightningNode, type PaymentHash } from "../../ports/lightning-node"

/** The answer, or undefined when the node refuses in a way that `means` recognises. */
export async function unlessRefused<T>(
  answer: Promise<T>,
  means: (refusal: LightningRefusal) => boolean,
): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof LightningRefusal && means(error)) return undefined
    throw error
  }
}

/** What an attempt to cancel came to: a refusal says little, and the invoice's state tells. */
export async function cancelBy(
  node: Pick<LightningNode, "find">,
  paymentHash: PaymentHash,
  attempt: () => Promise<unknown>,
): Promise<"cancelled" | "settled"> {
  try {
    await attempt()
    return "cancelled"
  } catch (error) {
    if (!(error instanceof LightningRefusal)) throw error
    const invoice = await node.find(paymentHash)
    if (invoice?.state === "open") throw error
    return invoice?.state === "settled" ? "settled" : "cancelled"
  }
}
