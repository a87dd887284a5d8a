import { z } from "zod"

const control = async (bitcoinUrl: string, call: string, body: object): Promise<unknown> => {
  const response = await fetch(`${bitcoinUrl}/sandbox/${call}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${call}: ${String(response.status)} ${await response.text()}`)
  return response.json()
}

/** Pays from the regtest wallet, as a buyer's own wallet would. @returns the transaction's id */
export const pay = async (bitcoinUrl: string, address: string, sats: bigint): Promise<string> =>
  z.object({ txid: z.string() }).parse(await control(bitcoinUrl, "pay", { address, sats: Number(sats) })).txid

export const mine = async (bitcoinUrl: string, blocks: number): Promise<void> => {
  await control(bitcoinUrl, "mine", { blocks })
}
