import type { FirebaseConfig } from "@shop/contracts"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { firebaseConfigQuery } from "../../api/firebase-config"
import { useSignIn } from "../../api/session"
import { isNarrowScreen, markRedirect } from "./redirect"
import { showSignInError, showWelcome } from "./sign-in-messages"

const loadFirebase = () => import("./firebase")

type Way = "google" | "demo"

/**
 * Signing in with Google. While `isOpen` everything a click needs is fetched ahead: a browser blocks a window that does
 * not open in the very moment of the click.
 */
export function useGoogle({ isOpen, onSignedIn }: { isOpen: boolean; onSignedIn: () => void }) {
  const config = useQuery({ ...firebaseConfigQuery(), enabled: isOpen })
  const session = useSignIn()
  const { data } = config
  useEffect(() => {
    if (!isOpen || !data) return
    loadFirebase().then(
      ({ prepare }) => prepare(data),
      () => undefined, // The click asks again, and says what went wrong.
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

/** @returns the ID token, or null when the page is leaving for Google's */
async function askGoogle(config: FirebaseConfig, way: Way): Promise<string | null> {
  const { signInAsDemo, signInByPopup, startRedirect } = await loadFirebase()
  if (way === "demo") return signInAsDemo(config)
  if (!isNarrowScreen()) return signInByPopup(config)
  markRedirect()
  await startRedirect(config)
  return null
}
