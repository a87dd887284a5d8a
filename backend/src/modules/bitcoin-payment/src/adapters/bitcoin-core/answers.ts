import { z } from "@medusajs/framework/zod"
import { satoshis } from "../../domain/satoshis"

// Bitcoin Core 24 and later. Amounts are decimals of bitcoin; rounding to whole satoshis is exact, cutting off is not.
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const amount = z
  .number()
  .min(0)
  .max(21_000_000)
  .transform((bitcoin) => satoshis(BigInt(Math.round(bitcoin * 1e8))))
const index = z.number().int().min(0)

const placeShape = {
  /** Below 0: a conflicting transaction is that deep. 0: in the mempool, or nowhere. */
  confirmations: z.number().int(),
  blockhash: hash.optional(),
  blockheight: index.optional(),
  /** Seconds. */
  blocktime: z.number().int().optional(),
  /** When the wallet first heard of it, in seconds. A search of the past counts as hearing. */
  timereceived: z.number().int(),
  generated: z.boolean().optional(),
}
const receivedSchema = z.object({
  ...placeShape,
  /** A block's own reward is `immature` until 100 blocks follow it. */
  category: z.enum(["receive", "generate", "immature"]),
  txid: hash,
  vout: index,
  address: z.string(),
  amount,
})
/** Sent ones are not ours to count, and orphans are in no chain. */
const otherSchema = z.object({ category: z.enum(["send", "orphan"]) }).transform(() => null)
const listedSchema = z.array(z.discriminatedUnion("category", [receivedSchema, otherSchema]))
export const sentSinceSchema = z.object({
  transactions: z
    .array(z.object({ category: z.string(), txid: hash, confirmations: z.number().int() }))
    .transform((entries) =>
      entries.filter(({ category, confirmations }) => category === "send" && confirmations > 0),
    ),
})
/** Without one, it is unspent in the mempool. */
export const mempoolSpendsSchema = z.array(z.object({ spendingtxid: hash.optional() })).length(1)
export const unspentSchema = z.object({ confirmations: z.number().int() }).nullable()
/** In bitcoin per 1,000 virtual bytes. */
export const feeSchema = z.object({ feerate: z.number().positive().optional() })

export const sinceBlockSchema = z.object({
  transactions: listedSchema.transform((entries) => entries.filter((entry) => entry !== null)),
  removed: z.array(z.object({ txid: hash })),
})

export type SinceBlock = z.infer<typeof sinceBlockSchema>

const decodedShape = {
  /** A block's reward spends nothing. */
  vin: z.array(z.object({ txid: hash.optional(), vout: index.optional() })),
  vout: z.array(
    z.object({ n: index, value: amount, scriptPubKey: z.object({ address: z.string().optional() }) }),
  ),
}
export const rawTransactionSchema = z.object({ ...decodedShape, blockhash: hash.optional() })

export const walletTransactionSchema = z.object({
  ...placeShape,
  txid: hash,
  /** Since 28: transactions of the mempool that spend the same coins. `walletconflicts` does not say who won. */
  mempoolconflicts: z.array(hash).default([]),
  decoded: z.object(decodedShape),
})
export type Place = Pick<z.infer<typeof receivedSchema>, keyof typeof placeShape>
export type WalletTransaction = z.infer<typeof walletTransactionSchema>

export const blockchainSchema = z.object({
  chain: z.string(),
  signet_challenge: z.string().optional(),
  blocks: index,
  headers: z.number().int(),
  bestblockhash: hash,
  initialblockdownload: z.boolean(),
  verificationprogress: z.number(),
  /** Of a pruned node: the first block that it still has. */
  pruneheight: index.optional(),
})

export const walletSchema = z.object({
  private_keys_enabled: z.boolean(),
  descriptors: z.boolean(),
  scanning: z.union([z.literal(false), z.object({ progress: z.number() })]),
})

export const addressSchema = z.object({ ismine: z.boolean(), labels: z.array(z.string()).default([]) })

export const descriptorsSchema = z.object({
  descriptors: z.array(z.object({ desc: z.string(), range: z.tuple([index, index]).optional() })),
})

export const importSchema = z
  .array(
    z.object({
      success: z.boolean(),
      error: z.object({ code: z.number(), message: z.string() }).optional(),
    }),
  )
  .min(1)

export const rescanSchema = z.object({ stop_height: index.nullable() })
export const blockHeaderSchema = z.object({
  height: index,
  mediantime: z.number().int(),
  time: z.number().int(),
  previousblockhash: hash.optional(),
})
export const hashSchema = hash
export const heightSchema = index
export const receivedAmountSchema = amount
export const addressesSchema = z.array(z.string())
export const descriptorSchema = z.object({ isrange: z.boolean(), hasprivatekeys: z.boolean() })
export const connectionsSchema = index
export const txidsSchema = z.array(hash)
export const mempoolSchema = z.object({ loaded: z.boolean() })
export const mempoolEntrySchema = z.object({ time: z.number() })
