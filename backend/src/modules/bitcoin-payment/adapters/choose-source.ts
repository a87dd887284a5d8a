import { z } from "@medusajs/framework/zod"
import type { ChainSource, Tip } from "../ports/chain-source"
import { AgreeingSources } from "./agreeing-sources"
import { BitcoinCore } from "./bitcoin-core/bitcoin-core"
import { tipOfNode } from "./bitcoin-core/node"
import type { Network } from "./descriptor"
import { Esplora } from "./esplora"

const url = z.url({ protocol: /^https?$/ })

/** Who watches the chain: one Esplora, two that must agree, or a Bitcoin Core node of one's own. */
export const sourceSettingsSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("esplora"),
    urls: z.array(url).min(1).max(2),
    /** To each address. Default: 60 to a public one, no limit for one's own. */
    requestsPerMinute: z.union([z.number().min(10), z.literal("unlimited")]).optional(),
  }),
  z.object({
    kind: z.literal("core"),
    url,
    wallet: z.string().min(1),
    birth: z.union([z.object({ at: z.number() }), z.object({ height: z.number().int().min(0) })]).optional(),
    credentials: z.union([
      z.object({ user: z.string().min(1), password: z.string().min(1) }),
      z.object({ cookieFile: z.string().min(1) }),
    ]),
  }),
])
export type SourceSettings = z.infer<typeof sourceSettingsSchema>

/** The source that these settings name; nothing is asked of it yet. */
export function chooseSource(settings: SourceSettings, network: Network, descriptor: string): ChainSource {
  if (settings.kind === "core") return new BitcoinCore({ ...settings, network, descriptor })
  const [one, other] = settings.urls.map(
    (address) =>
      new Esplora({
        url: address,
        network,
        requestsPerMinute: budgetOf(address, settings.requestsPerMinute),
      }),
  )
  if (one === undefined) throw new RangeError("A chain source needs an address.")
  return other === undefined ? one : new AgreeingSources(one, other)
}

/** What public Esploras tolerate from one address without an agreement. */
const PUBLIC_REQUESTS_PER_MINUTE = 60

function budgetOf(address: string, setting: number | "unlimited" | undefined): number {
  if (typeof setting === "number") return setting
  return setting === "unlimited" || isPrivate(new URL(address).hostname)
    ? Infinity
    : PUBLIC_REQUESTS_PER_MINUTE
}

/** A server of one's own: on this machine, in a private network, or a container's name. */
function isPrivate(host: string): boolean {
  return (
    !host.includes(".") ||
    /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host) ||
    /\.(local|internal)$/.test(host)
  )
}

/** What one address of the source says when it is asked for the newest block, or why it says nothing. */
export type SourceAnswer = { readonly of: string } & ({ readonly tip: Tip } | { readonly failure: string })

/** Asks each address of the source for the newest block, and changes nothing there. */
export async function probeSource(settings: SourceSettings, network: Network): Promise<SourceAnswer[]> {
  const timeoutMs = 5000
  const asked =
    settings.kind === "core"
      ? [{ of: settings.url, ask: () => tipOfNode({ ...settings, network, timeoutMs }) }]
      : settings.urls.map((address) => ({
          of: address,
          ask: () => new Esplora({ url: address, network, timeoutMs }).tip(),
        }))
  return Promise.all(
    asked.map(async ({ of, ask }) => {
      try {
        return { of, tip: await ask() }
      } catch (error) {
        return { of, failure: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
}
