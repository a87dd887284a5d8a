import type { FirebaseConfig } from "@shop/contracts"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { firebaseConfigQuery, useSignIn } from "../../api/sign-in"
import { loadCode } from "../../lib/later"
import { isNarrowScreen, markRedirect } from "./redirect"
import { showSignInError, showWelcome } from "./sign-in-messages"

const loadFirebase = () => loadCode(() => import("./firebase"))

type Way = "google" | "demo"

/**
 * Signs in with Google. While the dialog is open, everything that a click needs is loaded: browsers block a window
 * that does not open in the moment of the click.
 */
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
    mutationKey: ["session", "google"],
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
