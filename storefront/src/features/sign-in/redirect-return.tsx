import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { firebaseConfigQuery, useSignIn } from "../../api/sign-in"
import { loadCode } from "../../lib/later"
import { showSignInError, showWelcome } from "./sign-in-messages"

/** Completes a sign-in after the redirect back from Google. Renders nothing. */
export function RedirectReturn() {
  const client = useQueryClient()
  const { mutateAsync: signIn } = useSignIn()
  useEffect(() => {
    const finish = async () => {
      const config = await client.query(firebaseConfigQuery())
      if (!config) return
      const { finishRedirect } = await loadCode(() => import("./firebase"))
      const idToken = await finishRedirect(config)
      if (idToken !== null) showWelcome(await signIn(idToken))
    }
    finish().catch(showSignInError)
  }, [client, signIn])
  return null
}
