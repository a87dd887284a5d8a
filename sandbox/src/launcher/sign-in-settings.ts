import { DEMO_API_KEY, DEMO_PROJECT } from "../sign-in/project.js"
import type { Settings } from "./settings.js"

/** Whether the sandbox's emulator stands in for Google; a Firebase project of the developer's own needs none. */
export function hasEmulator(settings: Pick<Settings, "FIREBASE_PROJECT_ID">): boolean {
  return settings.FIREBASE_PROJECT_ID === undefined
}

/** What backend and storefront are told about signing in, unless `.env` says otherwise. */
export function signInSettings(settings: Settings): Record<string, string> {
  if (!hasEmulator(settings)) return {}
  return {
    FIREBASE_PROJECT_ID: DEMO_PROJECT,
    FIREBASE_API_KEY: DEMO_API_KEY,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${settings.AUTH_PORT}`,
  }
}
