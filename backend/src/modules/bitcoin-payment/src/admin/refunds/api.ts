import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query"
import { z } from "zod"
import type { RefundBasis } from "../../domain/refund-satoshis"
import { call } from "../api"

const PATH = "/admin/bitcoin-payments/refund-batches"

const refundShape = {
  order_id: z.string(),
  number: z.number().nullable(),
  address: z.string(),
  sats: z.string(),
  amount: z.string(),
  currency: z.string(),
}
const dueSchema = z.object({
  ...refundShape,
  ...{ invoice_id: z.string(), is_changed: z.boolean(), sats_today: z.string().nullable() },
})
const batchSchema = z.object({
  id: z.string(),
  state: z.enum(["open", "sent", "discarded", "ended"]),
  psbt: z.string().nullable(),
  fee_sats: z.string(),
  change_sats: z.string(),
  by: z.string(),
  at: z.string(),
  txid: z.string().nullable(),
  url: z.string().nullable(),
  payouts: z.array(
    z.object({ ...refundShape, outcome: z.string().nullable(), closed_by: z.string().nullable() }),
  ),
})
const refundsSchema = z.object({
  refunds: z.object({
    is_supported: z.boolean(),
    fee_rate: z.number().nullable(),
    due: z.array(dueSchema),
    batches: z.array(batchSchema),
  }),
})

export type DueRefund = z.output<typeof dueSchema>
export type Batch = z.output<typeof batchSchema>
export type Payout = Batch["payouts"][number]

export const refundsQuery = queryOptions({
  queryKey: ["bitcoin-payments", "refunds"],
  queryFn: ({ signal }) => call(refundsSchema, PATH, { signal }),
  select: ({ refunds }) => refunds,
  // A signed transaction is found within seconds.
  refetchInterval: 5000,
})

type Change = { action: "discard" } | { action: "close" } | { action: "broadcast"; signed: string } | NewBatch
interface NewBatch {
  idempotency_key: string
  fee_rate: number
  refunds: (Pick<DueRefund, "invoice_id" | "address" | "sats"> & { basis: RefundBasis })[]
}

/** @param batch its id; null: a new one */
export function useRefundBatches(batch: string | null) {
  const queries = useQueryClient()
  const path = batch === null ? PATH : `${PATH}/${encodeURIComponent(batch)}`
  return useMutation({
    mutationFn: (body: Change) => call(refundsSchema, path, { body }),
    onSettled: () => queries.invalidateQueries(),
  })
}
