import type { DehydratedState } from "@tanstack/react-query"
import * as z from "zod/mini"
import { businessDetailsSchema } from "../lib/business-details"

/** What the server hands the browser along with a page, so that nothing is fetched twice. */
export const pageStateSchema = z.object({
  business: businessDetailsSchema,
  /** The query library's own form; the library reads it back itself. */
  queries: z.custom<DehydratedState>(
    (value: unknown) => typeof value === "object" && value !== null && "queries" in value,
  ),
  /** The error page was drawn in place of the page. */
  isFailed: z.boolean(),
})
export type PageState = z.infer<typeof pageStateSchema>

/** The id of the element that carries it. */
export const STATE_ELEMENT = "page-state"
