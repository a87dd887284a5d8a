import { z } from "@medusajs/framework/zod"
import type { ChainSource, Tip } from "../ports/chain-source"
import { BitcoinCore } from "./bitcoin-core/bitcoin-core"
import { tipOfNode } from "./bitcoin-core/node"
import { readDescriptor, type AddressBook, type Network } from "./descriptor"
import { Esplora } from "./esplora"
import { isPrivate } from "./private-host"
import { TwoSources } from "./two-sources"

const url = z.url({ protocol: /^https?$/ })

/** Less is before Bitcoin's first block: seconds, which would have the whole chain searched. */
const timestamp = z
  .number()
  .min(1_200_000_000_000, 'needs milliseconds since 1970, as of Date.parse("2026-03-01"), not seconds')

const oneSourceSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("esplora"),
    url,
    /** Default: 60 to a public server, no limit for one's own. */
    requestsPerMinute: z.union([z.number().min(10), z.literal("unlimited")]).optional(),
  }),
  z.strictObject({
    kind: z.literal("core"),
    url,
    wallet: z.string().min(1),
    birth: z
      .union(
        [z.strictObject({ at: timestamp }), z.strictObject({ height: z.number().int().min(0) })],
        "needs { at: milliseconds since 1970 } or { height: a block's }",
      )
      .optional(),
    credentials: z.union(
      [
        z.strictObject({ user: z.string().min(1), password: z.string().min(1) }),
        z.strictObject({ cookieFile: z.string().min(1) }),
      ],
      "needs { user, password } or { cookieFile } of the node",
    ),
  }),
])
type OneSource = z.infer<typeof oneSourceSchema>

const canonical = (url: string) => (URL.canParse(url) ? new URL(url).href.replace(/\/+$/, "") : url)

/** Who watches the chain: an Esplora, a Bitcoin Core node of one's own, or two of them, the more trusted one first. */
export const sourceSettingsSchema = z
  .array(oneSourceSchema)
  .min(1)
  .max(2)
  .refine(
    (sources) => new Set(sources.map(({ url }) => canonical(url))).size === sources.length,
    "names one URL twice: a source cannot confirm itself",
  )
export type SourceSettings = z.infer<typeof sourceSettingsSchema>

/** @throws Error with a sentence when the descriptor cannot be used with these sources */
export function chooseSource(
  settings: SourceSettings,
  network: Network,
  descriptor: string,
): { chain: ChainSource; addressesOf: (descriptor: string) => AddressBook } {
  const sources = settings.map((source) => connect(source, network, descriptor))
  const core = sources.find((source) => source instanceof BitcoinCore)
  const addressesOf = core?.addressesOf ?? ((wallet: string) => readDescriptor(wallet, network))
  const [first, second] = sources
  if (first === undefined) throw new RangeError("The settings name no chain source.")
  return { chain: second === undefined ? first : new TwoSources(first, second), addressesOf }
}

function connect(source: OneSource, network: Network, descriptor: string): BitcoinCore | Esplora {
  if (source.kind === "core") return new BitcoinCore({ ...source, network, descriptor })
  const requestsPerMinute = budgetOf(source.url, source.requestsPerMinute)
  return new Esplora({ url: source.url, network, requestsPerMinute })
}

/** What public Esploras tolerate from one address without an agreement. */
const PUBLIC_REQUESTS_PER_MINUTE = 60

function budgetOf(address: string, setting: number | "unlimited" | undefined): number {
  if (typeof setting === "number") return setting
  return setting === "unlimited" || isPrivate(new URL(address).hostname)
    ? Infinity
    : PUBLIC_REQUESTS_PER_MINUTE
}

export type SourceAnswer = { readonly of: string } & (
  { readonly tip: Tip; readonly clockOffset: number | null } | { readonly failure: string }
)

/** Asks each source for the newest block, and changes nothing there. */
export async function probeSource(settings: SourceSettings, network: Network): Promise<SourceAnswer[]> {
  const timeoutMs = 5000
  return Promise.all(
    settings.map(async (source) => {
      const of = source.url
      try {
        if (source.kind === "core") return { of, ...(await tipOfNode({ ...source, network, timeoutMs })) }
        const esplora = new Esplora({ url: of, network, timeoutMs })
        return { of, tip: await esplora.tip(), clockOffset: esplora.clockOffset() }
      } catch (error) {
        return { of, failure: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
}
