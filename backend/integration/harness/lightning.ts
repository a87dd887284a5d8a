import { z } from "zod"

/** The nodes whose APIs the sandbox's merchant speaks. */
export const LIGHTNING_NODES = ["lnd", "phoenixd", "core-lightning"] as const
export type LightningNodeName = (typeof LIGHTNING_NODES)[number]

const detailsSchema = z.object({
  lightning: z.object({ url: z.url(), credentials: z.record(z.enum(LIGHTNING_NODES), z.string()) }),
})
const paidSchema = z.object({ preimage: z.string() })

/** A Lightning network on a regtest node: a shopper that pays over a hub, and the merchant's node. */
export interface LightningOnRegtest {
  /** Where the merchant's node answers with an API, and by what credential that cannot spend. */
  apiOf(node: LightningNodeName): { readonly url: string; readonly credential: string }
  /** The shopper pays, also what has expired or is paid already. @param msat instead of the invoice's amount. @throws when it is not accepted */
  pay(bolt11: string, msat?: bigint): Promise<{ preimage: string }>
  /** The merchant's node answers nobody until it is back; it still receives. */
  setAway(away: boolean): Promise<void>
  /** Ends the merchant's node without a word, and starts it again. */
  kill(): Promise<void>
}

/** @param details what the regtest node announced */
export function lightningOn(
  details: unknown,
  ask: (call: string, body: unknown) => Promise<unknown>,
): LightningOnRegtest {
  const { url, credentials } = detailsSchema.parse(details).lightning
  return {
    apiOf: (node) => ({ url: `${url}/${node}`, credential: credentials[node] }),
    pay: async (bolt11, msat) =>
      paidSchema.parse(
        await ask("lightning/pay", { bolt11, ...(msat !== undefined && { msat: Number(msat) }) }),
      ),
    setAway: async (away) => {
      await ask("lightning/away", { away })
    },
    kill: async () => {
      await ask("lightning/kill", {})
    },
  }
}
