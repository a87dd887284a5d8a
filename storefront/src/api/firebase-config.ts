import { firebaseConfigSchema } from "@shop/contracts"
import { queryOptions } from "@tanstack/react-query"
import { requestOrNull } from "./request"

/** What Firebase is told in the browser; null where the shop has no sign-in set up. Asked for when somebody wants to sign in. */
export const firebaseConfigQuery = () =>
  queryOptions({
    queryKey: ["firebase-config"],
    queryFn: ({ signal }) => requestOrNull("/__/firebase/init.json", firebaseConfigSchema, { signal }),
  })
