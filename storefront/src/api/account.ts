import {
  accountSchema,
  claimedOrdersSchema,
  orderHistorySchema,
  type EditProfile,
  type Session,
} from "@shop/contracts"
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"
import { command, request } from "./request"
import { asSignedIn, endSession, sessionQuery, useSession } from "./session"

const PATH = "/api/account"
/** Everything that is known of the signed-in user's account. */
const ACCOUNT = "account"

/** Where the browser downloads all that the shop holds on the signed-in user. */
export const EXPORT_PATH = `${PATH}/export`

/** The signed-in user's account. */
export const accountQuery = () =>
  queryOptions({
    queryKey: [ACCOUNT, "profile"],
    queryFn: ({ client, signal }) => asSignedIn(client, request(PATH, accountSchema, { signal })),
  })

/** The signed-in user's orders, newest first, a page of `limit` at a time. */
const orderHistoryQuery = (limit: number) =>
  infiniteQueryOptions({
    queryKey: [ACCOUNT, "orders", limit],
    queryFn: ({ client, signal, pageParam }) => {
      const query = new URLSearchParams({ limit: String(limit), ...(pageParam && { cursor: pageParam }) })
      return asSignedIn(client, request(`${PATH}/orders?${query.toString()}`, orderHistorySchema, { signal }))
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })

/** The account, for as long as somebody is signed in. */
export function useAccount() {
  const { user } = useSession()
  return useQuery({ ...accountQuery(), enabled: user !== null })
}

/** The orders, for as long as somebody is signed in. */
export function useOrderHistory(limit: number) {
  const { user } = useSession()
  return useInfiniteQuery({ ...orderHistoryQuery(limit), enabled: user !== null })
}

/** Changes name and telephone number. */
export function useEditProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ["account", "edit"],
    mutationFn: (profile: EditProfile) => request(PATH, accountSchema, { method: "PATCH", body: profile }),
    onSuccess: ({ claimableOrders, ...user }) => {
      client.setQueryData(accountQuery().queryKey, { ...user, claimableOrders })
      client.setQueryData<Session>(sessionQuery().queryKey, { user })
    },
  })
}

/** Takes the orders that were placed as a guest, with the same verified e-mail address, into the account. */
export function useClaimOrders() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ["account", "claim-orders"],
    mutationFn: () => request(`${PATH}/claim-orders`, claimedOrdersSchema, { method: "POST" }),
    onSuccess: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === ACCOUNT }),
  })
}

/** Deletes the account; the shop refuses with `sign_in_again` when the sign-in is not recent. */
export function useDeleteAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ["account", "delete"],
    mutationFn: () => command(PATH, { method: "DELETE" }),
    onSuccess: () => endSession(client),
  })
}
