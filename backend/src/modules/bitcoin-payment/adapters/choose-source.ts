import { z } from "@medusajs/framework/zod"
import type { ChainSource } from "../ports/chain-source"
import { AgreeingSources } from "./agreeing-sources"
import { BitcoinCore } from "./bitcoin-core/bitcoin-core"
import type { Network } from "./descriptor"
import { Esplora } from "./esplora"

const url = z.url({ protocol: /^https?$/ })

/** Who watches the chain: one Esplora, two that must agree, or a Bitcoin Core node of one's own. */
export const sourceSettingsSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("esplora"), urls: z.array(url).min(1).max(2) }),
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

export function chooseSource(settings: SourceSettings, network: Network, descriptor: string): ChainSource {
  if (settings.kind === "core") return new BitcoinCore({ ...settings, network, descriptor })
  const [one, other] = settings.urls.map((address) => new Esplora({ url: address, network }))
  if (one === undefined) throw new RangeError("A chain source needs an address.")
  return other === undefined ? one : new AgreeingSources(one, other)
}
