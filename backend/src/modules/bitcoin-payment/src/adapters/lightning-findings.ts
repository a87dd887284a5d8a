import { probeLightning, type LightningSettings } from "./choose-lightning"
import type { Network } from "./descriptor"

/** A line of the doctor's report. */
export interface Finding {
  readonly isGood: boolean
  readonly text: string
}
export const good = (text: string): Finding => ({ isGood: true, text })
export const bad = (text: string): Finding => ({ isGood: false, text })

/** What a doctor says of the merchant's Lightning node: of the shop, and of the plugin. Reads only. */
export async function lightningFindings(lightning: LightningSettings, network: Network): Promise<Finding[]> {
  const answer = await probeLightning(lightning, network)
  if ("failure" in answer) return [bad(`Lightning is not offered: ${answer.failure}`)]
  const { warning, status } = answer
  const { alias, nodeId, receivableMsat, feeCreditSat } = status
  const liquidity =
    receivableMsat === "unlimited"
      ? good("It buys inbound liquidity when a payment needs it; its provider charges for that.")
      : (receivableMsat < BigInt(lightning.minSats) * 1000n ? bad : good)(
          `It can receive ${receivableMsat / 1000n} satoshis; Lightning is offered from ${lightning.minSats}.`,
        )
  return [
    good(`The Lightning node ${alias} answers on ${network}: ${nodeId}.`),
    good(warning ?? "Its credential cannot spend."),
    liquidity,
    ...(feeCreditSat ? [good(`Its provider holds ${feeCreditSat} satoshis of fee credit.`)] : []),
  ]
}
