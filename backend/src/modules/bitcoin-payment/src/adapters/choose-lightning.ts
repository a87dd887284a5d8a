import { z } from "@medusajs/framework/zod"
import type { LightningNode, LightningStatus } from "../ports/lightning-node"
import type { Network } from "./descriptor"
import { CoreLightning } from "./lightning/core-lightning"
import { Lnd } from "./lightning/lnd"
import { checkMacaroon } from "./lightning/macaroon"
import { Phoenixd } from "./lightning/phoenixd"
import { checkRune } from "./lightning/rune"
import { isPrivate } from "./private-host"

const sats = z.int().positive()

/** These say themselves what they allow. What phoenixd's password allows, the node is asked before its first use. */
const CHECKS = { lnd: checkMacaroon, phoenixd: null, "core-lightning": checkRune }

/** The merchant's own Lightning node, by a credential that cannot spend. */
export const lightningSettingsSchema = z
  .strictObject({
    node: z.enum(["lnd", "phoenixd", "core-lightning"]),
    url: z
      .url({ protocol: /^https?$/ })
      .refine(
        (url) => url.startsWith("https:") || isPrivate(new URL(url).hostname),
        "needs https outside of this machine and the private network: the credential would be readable",
      ),
    /** LND: a macaroon in hexadecimal · phoenixd: `http-password-limited-access` · Core Lightning: a rune. */
    credential: z.string().min(1),
    /** PEM of the node's self-signed certificate, or of the authority that signed it. */
    certificate: z.string().includes("-----BEGIN CERTIFICATE-----").optional(),
    /** phoenixd only. False: phoenix.conf says `auto-liquidity=off`. */
    autoLiquidity: z.boolean().default(true),
    /** Amounts that Lightning is offered for, from and to. */
    minSats: sats.default(1),
    maxSats: sats.default(1_000_000),
  })
  .superRefine(({ node, credential, minSats, maxSats }, context) => {
    const check = CHECKS[node]?.(credential)
    if (check?.isAccepted === false)
      context.addIssue({ code: "custom", path: ["credential"], message: `${check.reason} ${check.remedy}` })
    if (minSats > maxSats)
      context.addIssue({ code: "custom", path: ["minSats"], message: "needs to be at most maxSats" })
  })
export type LightningSettings = z.infer<typeof lightningSettingsSchema>

export function chooseLightning(settings: LightningSettings, network: Network): LightningNode {
  const options = { ...settings, network }
  if (settings.node === "lnd") return new Lnd(options)
  return settings.node === "phoenixd" ? new Phoenixd(options) : new CoreLightning(options)
}

export type LightningAnswer =
  { readonly warning: string | null; readonly status: LightningStatus } | { readonly failure: string }

/** Asks the node what it can receive, and about the credential. Changes nothing there. */
export async function probeLightning(
  settings: LightningSettings,
  network: Network,
): Promise<LightningAnswer> {
  try {
    const node = chooseLightning(settings, network)
    const credential = await node.checkCredential()
    return credential.isAccepted
      ? { warning: credential.warning, status: await node.status() }
      : { failure: `${credential.reason} ${credential.remedy}` }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
