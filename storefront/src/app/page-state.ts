import type { DehydratedState } from "@tanstack/react-query"
import * as z from "zod/mini"
import { businessDetailsSchema } from "../lib/business-details"

/** The data that the server sends with a page, so that the browser does not load it again. */
export const pageStateSchema = z.object({
  business: businessDetailsSchema,
  /** React Query's own format. The library reads it back itself. */
  queries: z.custom<DehydratedState>(
    (value: unknown) => typeof value === "object" && value !== null && "queries" in value,
  ),
  /** The server rendered the error page instead of the page. */
  isFailed: z.boolean(),
})
export type PageState = z.infer<typeof pageStateSchema>

/** The id of the element that contains the state. */
export const STATE_ELEMENT = "page-state"
