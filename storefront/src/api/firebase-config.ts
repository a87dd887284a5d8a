import { queryOptions } from "@tanstack/react-query"
import { request } from "./request"

/**
 * Firebase's configuration for the browser; null when the shop has no sign-in. Loaded when the sign-in dialog opens.
 */
export const firebaseConfigQuery = () =>
  queryOptions({
    queryKey: ["firebase-config"],
    queryFn: ({ signal }) =>
      request("/__/firebase/init.json", ({ signInConfigSchema }) => signInConfigSchema, { signal }),
  })
