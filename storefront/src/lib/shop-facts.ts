import { shopFactsSchema as contract } from "@shop/contracts"
import * as z from "zod/mini"

/** Who the shop is, as staff have written it, and where it is found. Drawn into every page by the server. */
export const shopFactsSchema = z.extend(contract, { url: z.string() })
export type ShopFacts = z.infer<typeof shopFactsSchema>

export const FOUNDED = 2020
