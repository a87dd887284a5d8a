import * as z from "zod/mini"
import { BITCOIN_NETWORKS } from "./refund-address"

/** How long after its payment a buyer may cancel an order that is not packed. The FAQ promises it. */
export const CANCEL_PAID_MINUTES = 60

/** That the buyer may cancel the order now, and how their money is returned. */
export const cancellationSchema = z.object({
  /** The last moment; null: until the unpaid order ends. */
  until: z.nullable(z.iso.datetime()),
  /** `none`: nothing is paid · `card`: to the card, automatically · `bitcoin`: by staff, to an address of the buyer. */
  refund: z.enum(["none", "card", "bitcoin"]),
  network: z.enum(BITCOIN_NETWORKS),
})
export type Cancellation = z.infer<typeof cancellationSchema>
