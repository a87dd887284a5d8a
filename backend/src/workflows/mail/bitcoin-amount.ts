import { formatSatoshis } from "./format-satoshis"

/** An amount as the mails want it: both ways, from whole satoshis. */
export function bitcoinAmount(satoshis: bigint | string): { btc: string; sats: string } {
  const sats = satoshis.toString()
  return { btc: formatSatoshis(sats), sats }
}
