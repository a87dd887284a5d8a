import type { EditProfile } from "@shop/contracts"
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"
import { ApiError } from "../lib/api-error"
import { lateParserOf } from "./load-schemas"
import { command, request, storeAnswer } from "./request"
import { endSession, sessionQuery, useSession } from "./session"

const PATH = "/api/account"
const ACCOUNT = "account"

export const EXPORT_PATH = `${PATH}/export`

/** Whether the shop answered that the session has ended. */
export const isSignedOut = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.status === 401

/** Makes a call that needs a session, and ends it here too if the shop says that it has ended. */
async function asSignedIn<Answer>(client: QueryClient, call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (failure) {
    if (isSignedOut(failure)) endSession(client)
    throw failure
  }
}

const accountQuery = () =>
  queryOptions({
    queryKey: [ACCOUNT, "profile"],
    queryFn: ({ client, signal }) =>
      asSignedIn(client, request(PATH, lateParserOf("accountSchema"), { signal })),
  })

const orderHistoryQuery = (limit: number) =>
  infiniteQueryOptions({
    queryKey: [ACCOUNT, "orders", limit],
    queryFn: ({ client, signal, pageParam }) => {
      const query = new URLSearchParams({ limit: String(limit), ...(pageParam && { cursor: pageParam }) })
      return asSignedIn(
        client,
        request(`${PATH}/orders?${query.toString()}`, lateParserOf("orderHistorySchema"), {
          signal,
        }),
      )
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })

export function useAccount() {
  const { user } = useSession()
  return useQuery({ ...accountQuery(), enabled: user !== null })
}

export function useOrderHistory(limit: number) {
  const { user } = useSession()
  return useInfiniteQuery({ ...orderHistoryQuery(limit), enabled: user !== null })
}

/** A few for an overview. */
export const useNewestOrders = () => useOrderHistory(3)

export function useEditProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (profile: EditProfile) =>
      asSignedIn(client, request(PATH, lateParserOf("accountSchema"), { method: "PATCH", body: profile })),
    onSuccess: ({ claimableOrders, ...user }) => {
      storeAnswer(client, accountQuery(), { ...user, claimableOrders })
      storeAnswer(client, sessionQuery(), { user })
    },
  })
}

/** Moves guest orders with the same verified email address into the account. */
export function useClaimOrders() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request(`${PATH}/claim-orders`, lateParserOf("claimedOrdersSchema"), { method: "POST" }),
    onSuccess: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === ACCOUNT }),
  })
}

/** Deletes the account. The shop rejects it with `sign_in_again` unless the sign-in is recent. Repeated, it finds the session ended. */
export function useDeleteAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => asSignedIn(client, command(PATH, { method: "DELETE" })),
    onSuccess: () => endSession(client),
  })
}
