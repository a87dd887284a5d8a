import { businessDetailsSchema as contract } from "@shop/contracts"
import * as z from "zod/mini"

/** Who the shop is, as staff have written it, and where it is found. Drawn into every page by the server. */
export const businessDetailsSchema = z.extend(contract, { url: z.string() })
export type BusinessDetails = z.infer<typeof businessDetailsSchema>

export const FOUNDED = 2020
