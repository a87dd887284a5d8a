import { queryOptions } from "@tanstack/react-query"
import { request, requestOrNull } from "./request"

/** All categories, in the shop's order. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: ["categories"],
    queryFn: ({ signal }) =>
      request("/api/categories", ({ categoriesSchema }) => categoriesSchema, { signal }),
  })

/** One category by slug or id, or null. */
export const categoryQuery = (slugOrId: string) =>
  queryOptions({
    queryKey: ["categories", slugOrId],
    queryFn: ({ signal }) => {
      if (!slugOrId) throw new Error("Category ID is required")
      return requestOrNull(
        `/api/categories/${encodeURIComponent(slugOrId)}`,
        ({ categorySchema }) => categorySchema,
        { signal },
      )
    },
  })
