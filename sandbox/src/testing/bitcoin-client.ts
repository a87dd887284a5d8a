import { z } from "zod"

const paid = z.object({ txid: z.string() })
const answered = z.object({ height: z.number() })
const reorganised = z.object({
  returned: z.array(z.string()),
  dropped: z.array(z.string()),
  height: z.number(),
})
const script = z.object({ scriptpubkey: z.string() })
const status = z.object({ confirmed: z.boolean(), block_height: z.number().optional() })
export const transactionSchema = z.object({
  txid: z.string(),
  fee: z.number(),
  vin: z.array(
    z.object({ txid: z.string(), vout: z.number(), sequence: z.number(), prevout: script.nullable() }),
  ),
  vout: z.array(script.extend({ scriptpubkey_address: z.string().optional(), value: z.number() })),
  status,
})
const transactions = z.array(transactionSchema)
const state = z.object({
  height: z.number(),
  hash: z.string(),
  mempool: z.array(z.string()),
  payer: z.object({ address: z.string(), confirmedSats: z.number(), pendingSats: z.number() }),
})

/** A client of the Bitcoin network for tests, with parsed responses. */
export function bitcoinClient(url: string) {
  const get = async (path: string) => {
    const response = await fetch(url + path)
    return { status: response.status, text: await response.text() }
  }
  const json = async <T>(path: string, schema: z.ZodType<T>) =>
    schema.parse(JSON.parse((await get(path)).text))
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    return { status: response.status, text: await response.text() }
  }
  const ask = async <T>(path: string, body: object, schema: z.ZodType<T>) => {
    const { status: code, text } = await post(path, body)
    if (code !== 200) throw new Error(`${code} ${text}`)
    return schema.parse(JSON.parse(text))
  }
  return {
    get,
    post,
    pay: async (address: string, sats: number) => (await ask("/sandbox/pay", { address, sats }, paid)).txid,
    mine: (blocks: number) => ask("/sandbox/mine", { blocks }, answered),
    replace: async (body: object) => (await ask("/sandbox/replace", body, paid)).txid,
    doubleSpend: async (txid: string) => (await ask("/sandbox/double-spend", { txid }, paid)).txid,
    reorganise: (body: object) => ask("/sandbox/reorganise", body, reorganised),
    state: () => json("/sandbox/state", state),
    status: (txid: string) => json(`/tx/${txid}/status`, status),
    transaction: (txid: string) => json(`/tx/${txid}`, transactionSchema),
    history: (address: string) => json(`/address/${address}/txs`, transactions),
    page: (address: string, last: string) => json(`/address/${address}/txs/chain/${last}`, transactions),
  }
}
