import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { ask } from "../../components/ask"

const overviewSchema = z.object({
  overview: z.object({
    inbox: z.array(
      z.object({
        kind: z.enum(["payment", "outbox", "surplus", "owed", "refund_recording"]),
        order_id: z.string(),
        number: z.number().nullable(),
        invoice_id: z.string(),
        since: z.string(),
        why: z.string(),
        pence: z.number().nullable(),
        pricePence: z.number(),
        receivedSats: z.string(),
        dueSats: z.string(),
        actions: z.array(z.string()),
      }),
    ),
    done: z.array(
      z.object({
        at: z.string(),
        order_id: z.string(),
        number: z.number().nullable(),
        what: z.string(),
        by: z.string(),
        reason: z.string().nullable(),
      }),
    ),
    status: z
      .object({
        wallet: z.object({
          network: z.string(),
          next_index: z.number(),
          poll_age: z.number().nullable(),
          polled_by: z.string().nullable(),
          last_failure: z.string().nullable(),
          tip_height: z.number().nullable(),
        }),
        watched: z.number(),
        messages_pending: z.number(),
        messages_failing: z.number(),
        mails_late: z.number(),
        states: z.record(z.string(), z.number()),
        gap: z.object({ now: z.number(), longest: z.number(), limit: z.number() }),
      })
      .nullable(),
    source: z.array(
      z.object({ of: z.string(), height: z.number().nullable(), failure: z.string().nullable() }),
    ),
    lag: z.number().nullable(),
    needs: z.array(z.string()),
    addresses: z.array(z.string()),
  }),
})
export type Overview = z.infer<typeof overviewSchema>["overview"]
export type OpenCase = Overview["inbox"][number]

/** How Bitcoin fares, asked anew every half minute while somebody looks. */
export const overviewQuery = queryOptions({
  queryKey: ["bitcoin", "overview"],
  queryFn: async ({ signal }) => (await ask(overviewSchema, "/admin/bitcoin/overview", { signal })).overview,
  refetchInterval: 30_000,
})
