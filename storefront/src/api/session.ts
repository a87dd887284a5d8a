import type { Session } from "@shop/contracts"
import {
  noop,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { readStored, store } from "../lib/storage"
import { parserOf } from "./load-schemas"
import { command, request, storeAnswer } from "./request"

const SIGNED_OUT: Session = { user: null }
export const SESSION_PATH = "/api/session"

/** The signed-in user. A browser that never signed in sends no request. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: ["session"],
    queryFn: async ({ signal }): Promise<Session> => {
      if (!hasSignInTrace()) return SIGNED_OUT
      const session = await request(SESSION_PATH, parserOf("sessionSchema"), { signal })
      if (!session.user) setSignInTrace(false)
      return session
    },
  })

/** A page waits this long for the sign-in state, in ms. Then it shows the user as signed out for now. */
const SESSION_TIMEOUT_MS = 1500

/** Before hydration (specification, section 4). */
export async function loadSession(client: QueryClient): Promise<void> {
  if (!hasSignInTrace()) {
    client.setQueryData(sessionQuery().queryKey, SIGNED_OUT)
    return
  }
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, SESSION_TIMEOUT_MS))
  await Promise.race([client.query(sessionQuery()).then(noop, noop), timeout])
}

/** `isKnown` is false while the answer is awaited, and after a failure. The server's page is shared: no user before hydration. */
export function useSession() {
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const query = useQuery(sessionQuery())
  return {
    user: isHydrated ? (query.data?.user ?? null) : null,
    isKnown: isHydrated && query.isSuccess,
  }
}

export function useSignOut() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => command(SESSION_PATH, { method: "DELETE" }),
    onSuccess: () => endSession(client),
  })
}

export function endSession(client: QueryClient): void {
  setSignInTrace(false)
  setSession(client, SIGNED_OUT)
}

/** Data of the previous user is removed. */
export function setSession(client: QueryClient, session: Session): void {
  storeAnswer(client, sessionQuery(), session)
  client.removeQueries({ queryKey: ["account"] })
  void client.invalidateQueries({ queryKey: ["orders"] })
}

const neverChanges = () => () => undefined

/** Notes that this browser has signed in. The session itself is a cookie that scripts cannot read. */
const STORAGE_KEY = "signed-in"

/** Without it no request is needed. Also false without storage: such a browser is signed in only as long as its page lives. */
function hasSignInTrace(): boolean {
  return readStored("localStorage", STORAGE_KEY) !== null
}

export function setSignInTrace(signedIn: boolean): void {
  store("localStorage", STORAGE_KEY, signedIn ? "1" : null)
}
