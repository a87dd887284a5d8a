import { z } from "zod"
import type { Settings } from "./settings"

/** The nodes whose APIs the sandbox's merchant speaks. */
export const LIGHTNING_NODES = ["lnd", "phoenixd", "core-lightning"] as const
export type LightningNodeName = (typeof LIGHTNING_NODES)[number]

const detailsSchema = z.object({
  lightning: z.object({
    url: z.url(),
    hub: z.string(),
    credentials: z.record(z.enum(LIGHTNING_NODES), z.string()),
  }),
})
const paidSchema = z.object({ preimage: z.string() })

/** A Lightning network on a regtest node: a shopper that pays over a hub, and the merchant's node. */
export interface LightningOnRegtest {
  /** The node between shopper and merchant, `id@host:port`: another wallet opens a channel to it. */
  readonly hub: string
  /** What makes a shop use the merchant's node. */
  readonly settings: Settings
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
  const { url, hub, credentials } = detailsSchema.parse(details).lightning
  return {
    hub,
    settings: {
      BITCOIN_LIGHTNING_NODE: "lnd",
      BITCOIN_LIGHTNING_URL: `${url}/lnd`,
      BITCOIN_LIGHTNING_CREDENTIAL: credentials.lnd,
    },
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
