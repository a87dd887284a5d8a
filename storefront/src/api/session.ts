import { type Session, sessionSchema } from "@shop/contracts"
import {
  noop,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { ApiError } from "./api-error"
import { command, request } from "./request"

const SIGNED_OUT: Session = { user: null }
const PATH = "/api/session"

/** Who this browser is signed in as, if anybody. A browser that never signed in asks nothing of the shop. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: ["session"],
    queryFn: async ({ signal }): Promise<Session> => {
      if (!hasSignInTrace()) return SIGNED_OUT
      const session = await request(PATH, sessionSchema, { signal })
      if (!session.user) setSignInTrace(false)
      return session
    },
  })

/** How long a page waits to hear whether its reader is still signed in, in ms; after that it shows them signed out for now. */
const SESSION_TIMEOUT_MS = 1500

/** Gets the sign-in state known before the page comes alive (specification, section 4); at once where nobody ever signed in. */
export async function loadSession(client: QueryClient): Promise<void> {
  if (!hasSignInTrace()) {
    client.setQueryData(sessionQuery().queryKey, SIGNED_OUT)
    return
  }
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, SESSION_TIMEOUT_MS))
  await Promise.race([client.query(sessionQuery()).then(noop, noop), timeout])
}

/**
 * The signed-in user, or null. `isKnown` is false only while a browser that signed in once waits to hear whether it
 * still is, or could not. A page drawn by the server is everybody's, so nobody is signed in on it until it has come alive.
 */
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

/** Hands Google's word on who this is to the shop, for a session of the shop's own. */
export function useSignIn() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ["session", "sign-in"],
    mutationFn: (idToken: string) => request(PATH, sessionSchema, { method: "POST", body: { idToken } }),
    onSuccess: (session) => {
      setSignInTrace(true)
      setSession(client, session)
    },
  })
}

/** Ends the session. */
export function useSignOut() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ["session", "sign-out"],
    mutationFn: () => command(PATH, { method: "DELETE" }),
    onSuccess: () => endSession(client),
  })
}

/** The session is over, whoever ended it. */
export function endSession(client: QueryClient): void {
  setSignInTrace(false)
  setSession(client, SIGNED_OUT)
}

/** Makes a call that only a session allows: an answer of 401 says that it is over. */
export async function asSignedIn<Answer>(client: QueryClient, call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) endSession(client)
    throw error
  }
}

/** What was seen as somebody else, or as nobody, is forgotten. */
function setSession(client: QueryClient, session: Session): void {
  client.setQueryData(sessionQuery().queryKey, session)
  client.removeQueries({ queryKey: ["account"] })
  void client.invalidateQueries({ queryKey: ["orders"] })
}

const neverChanges = () => () => undefined

/** Says that this browser has signed in; the session itself is a cookie that no script can read. */
const STORAGE_KEY = "signed-in"

/**
 * Whether this browser may hold a sign-in. Where it never did, the state is known at once and nothing is asked of
 * anybody. Also false where storage is switched off: such a browser is signed in for as long as its page lives.
 */
function hasSignInTrace(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    return false
  }
}

/** Notes that this browser signed in, or that it no longer is. */
function setSignInTrace(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(STORAGE_KEY, "1")
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Storage is switched off: the query's own memory has it.
  }
}
