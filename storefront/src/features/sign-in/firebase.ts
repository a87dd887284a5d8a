import type { FirebaseConfig } from "@shop/contracts"
import { initializeApp } from "firebase/app"
import {
  type Auth,
  browserPopupRedirectResolver,
  browserSessionPersistence,
  connectAuthEmulator,
  getRedirectResult,
  GoogleAuthProvider,
  initializeAuth,
  signInWithCredential,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  type UserCredential,
} from "firebase/auth"
import { isNarrowScreen } from "./redirect"

let auth: Auth | null = null

/**
 * Firebase only identifies the user: the session is the shop's own cookie. Safari blocks a window that opens late, so Google's
 * script may load at once. A narrow screen opens no window and waits for the click.
 */
export function prepare(config: FirebaseConfig): Auth {
  if (auth) return auth
  const { apiKey, authDomain, projectId, emulatorUrl } = config
  auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    // The state of a redirect has to outlive the page, but not the tab.
    persistence: browserSessionPersistence,
    ...(!isNarrowScreen() && { popupRedirectResolver: browserPopupRedirectResolver }),
  })
  auth.languageCode = "en-GB"
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  return auth
}

/** Always shows Google's account picker (specification, section 4). */
function google(): GoogleAuthProvider {
  const provider = new GoogleAuthProvider()
  provider.setCustomParameters({ prompt: "select_account" })
  return provider
}

/** Signs in with a popup window (500×600 by Firebase's default). @returns the ID token */
export async function signInByPopup(config: FirebaseConfig): Promise<string> {
  return takeToken(await signInWithPopup(prepare(config), google(), browserPopupRedirectResolver))
}

export async function startRedirect(config: FirebaseConfig): Promise<void> {
  await signInWithRedirect(prepare(config), google(), browserPopupRedirectResolver)
}

/** @returns the ID token of a redirect, or null when the shopper came back without signing in */
export async function finishRedirect(config: FirebaseConfig): Promise<string | null> {
  const credential = await getRedirectResult(prepare(config), browserPopupRedirectResolver)
  return credential && takeToken(credential)
}

/** Signs in the sandbox's demo shopper without Google. Only the emulator accepts this credential. */
export async function signInAsDemo(config: FirebaseConfig): Promise<string> {
  const credential = GoogleAuthProvider.credential(JSON.stringify(DEMO_SHOPPER))
  return takeToken(await signInWithCredential(prepare(config), credential))
}

async function takeToken({ user }: UserCredential): Promise<string> {
  const token = await user.getIdToken()
  if (auth) await signOut(auth)
  return token
}

export const DEMO_SHOPPER = {
  sub: "demo-shopper",
  email: "demo.shopper@example.com",
  email_verified: true,
  name: "Demo Shopper",
}
