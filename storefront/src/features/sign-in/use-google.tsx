import type { Session, FirebaseConfig } from "@shop/contracts"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { firebaseConfigQuery, useSignIn } from "../../api/sign-in"
import { problemOf } from "../../lib/api-error"
import { loadCode } from "../../lib/later"
import { showError, showToast } from "../../ui/toast-store"
import { isNarrowScreen, markRedirect } from "./redirect"

/** Firebase's codes for a sign-in that the shopper cancelled. */
const CANCELLED_CODES = ["auth/popup-closed-by-user", "auth/cancelled-popup-request", "auth/user-cancelled"]

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined
}

const isCancelled = (error: unknown) => CANCELLED_CODES.includes(String(codeOf(error)))

/** Reports to the shopper and the console (specification, section 8). Closing Google's window is no failure. */
export function showSignInError(error: unknown): void {
  if (isCancelled(error)) return
  reportError(error)
  showError("Sign in failed", "There was a problem signing in with Google.")
}

/** Advice about a failed sign-in beyond trying again; null when there is none. */
export function adviceOn(error: unknown): string | null {
  if (codeOf(error) === "auth/popup-blocked") {
    return "Your browser blocked Google's window. Allow pop-ups for this shop, and try again."
  }
  if (codeOf(error) === "auth/network-request-failed") {
    return "Google could not be reached. You can order without an account."
  }
  return problemOf(error)?.detail ?? null
}

export function showWelcome({ user }: Session): void {
  const name = user?.name
  showToast({
    title: "Successfully signed in",
    description: name ? `Welcome, ${name}.` : "Welcome.",
  })
}

const loadFirebase = () => loadCode(() => import("./firebase"))

type Way = "google" | "demo"

/** An open dialog loads all that a click needs: browsers block a window that does not open in the moment of the click. */
export function useGoogle({ isOpen, onSignedIn }: { isOpen: boolean; onSignedIn: () => void }) {
  const config = useQuery({ ...firebaseConfigQuery(), enabled: isOpen })
  const session = useSignIn()
  const { data } = config
  useEffect(() => {
    if (!isOpen || !data) return
    loadFirebase().then(
      ({ prepare }) => prepare(data),
      () => undefined, // The click tries again and reports the failure.
    )
  }, [isOpen, data])

  const attempt = useMutation({
    mutationFn: async (way: Way) => {
      if (!data) throw new Error("Signing in began before it was set up")
      const idToken = await askGoogle(data, way)
      return idToken === null ? null : session.mutateAsync(idToken)
    },
    onSuccess: (signedIn) => {
      if (!signedIn) return
      onSignedIn()
      showWelcome(signedIn)
    },
    onError: showSignInError,
  })
  return { config, attempt }
}

/** @returns the ID token, or null when the page redirects to Google */
async function askGoogle(config: FirebaseConfig, way: Way): Promise<string | null> {
  const { signInAsDemo, signInByPopup, startRedirect } = await loadFirebase()
  if (way === "demo") return signInAsDemo(config)
  if (!isNarrowScreen()) return signInByPopup(config)
  markRedirect()
  await startRedirect(config)
  return null
}

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
