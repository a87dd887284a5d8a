import type { Environment } from "./schema"

type FirebaseSettings = Pick<
  Environment,
  "FIREBASE_PROJECT_ID" | "FIREBASE_CREDENTIALS_FILE" | "FIREBASE_AUTH_EMULATOR_HOST"
>

/** Where shoppers sign in with Google, as the sign-in module is told. */
export function firebaseOptions(environment: FirebaseSettings) {
  return {
    projectId: environment.FIREBASE_PROJECT_ID,
    credentialsFile: environment.FIREBASE_CREDENTIALS_FILE,
    emulatorHost: environment.FIREBASE_AUTH_EMULATOR_HOST,
  }
}
