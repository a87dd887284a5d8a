import { useMutation, useQueryClient, queryOptions } from "@tanstack/react-query"
import { parserOf } from "./load-schemas"
import { request } from "./request"
import { SESSION_PATH, setSession, setSignInTrace } from "./session"

export function useSignIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (idToken: string) =>
      request(SESSION_PATH, parserOf("sessionSchema"), { method: "POST", body: { idToken } }),
    onSuccess: (session) => {
      setSignInTrace(true)
      setSession(client, session)
    },
  })
}

/** Null when the shop has no sign-in. */
export const firebaseConfigQuery = () =>
  queryOptions({
    queryKey: ["firebase-config"],
    queryFn: ({ signal }) => request("/__/firebase/init.json", parserOf("signInConfigSchema"), { signal }),
  })
