import { useMutation, useQueryClient } from "@tanstack/react-query"
import { request } from "./request"
import { SESSION_PATH, setSession, setSignInTrace } from "./session"

/** Exchanges Google's ID token for a session of the shop. */
export function useSignIn() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ["session", "sign-in"],
    mutationFn: (idToken: string) =>
      request(SESSION_PATH, ({ sessionSchema }) => sessionSchema, { method: "POST", body: { idToken } }),
    onSuccess: (session) => {
      setSignInTrace(true)
      setSession(client, session)
    },
  })
}
