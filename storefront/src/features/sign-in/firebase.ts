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
 * Firebase, which does nothing but ask Google who this is. The session is the shop's own cookie, so Firebase keeps
 * nothing of it. Made when somebody opens the sign-in dialog and not before. Safari blocks a window that opens late, so
 * there Firebase is let fetch Google's script at once; a narrow screen opens no window, and waits for the click.
 */
export function prepare(config: FirebaseConfig): Auth {
  if (auth) return auth
  const { apiKey, authDomain, projectId, emulatorUrl } = config
  auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    // What a redirect leaves behind has to outlive the page, and no longer.
    persistence: browserSessionPersistence,
    ...(!isNarrowScreen() && { popupRedirectResolver: browserPopupRedirectResolver }),
  })
  auth.languageCode = "en-GB"
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  return auth
}

/** Google with its account picker, always (specification, section 4). */
function google(): GoogleAuthProvider {
  const provider = new GoogleAuthProvider()
  provider.setCustomParameters({ prompt: "select_account" })
  return provider
}

/** Asks in a popup window (Firebase's own is 500×600). @returns the ID token */
export async function signInByPopup(config: FirebaseConfig): Promise<string> {
  return takeToken(await signInWithPopup(prepare(config), google(), browserPopupRedirectResolver))
}

/** Leaves for Google's page; `finishRedirect` goes on when it leads back here. */
export async function startRedirect(config: FirebaseConfig): Promise<void> {
  await signInWithRedirect(prepare(config), google(), browserPopupRedirectResolver)
}

/** @returns the ID token that a redirect brought back, or null when somebody came back without signing in */
export async function finishRedirect(config: FirebaseConfig): Promise<string | null> {
  const credential = await getRedirectResult(prepare(config), browserPopupRedirectResolver)
  return credential && takeToken(credential)
}

/** Signs the sandbox's demo shopper in with no Google page at all. Only the emulator believes such a credential. */
export async function signInAsDemo(config: FirebaseConfig): Promise<string> {
  const credential = GoogleAuthProvider.credential(JSON.stringify(DEMO_SHOPPER))
  return takeToken(await signInWithCredential(prepare(config), credential))
}

async function takeToken({ user }: UserCredential): Promise<string> {
  const token = await user.getIdToken()
  if (auth) await signOut(auth)
  return token
}

/** Somebody to sign in as where there is no Google: known to the sandbox's emulator alone. */
export const DEMO_SHOPPER = {
  sub: "demo-shopper",
  email: "demo.shopper@example.com",
  email_verified: true,
  name: "Demo Shopper",
}
