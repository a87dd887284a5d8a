import type { Agent } from "node:http"
import type { Auth } from "firebase-admin/auth"
import { MedusaError } from "@medusajs/framework/utils"
import type { Options } from "./options"

let opened = 0

/** Loads Firebase's own library (22 MB, 0.1 s of CPU) for one project. @param httpAgent how Google is reached */
export async function openFirebase(options: Options, projectId: string, httpAgent?: Agent): Promise<Auth> {
  // The library reads its own environment variable; were it set behind our back, unsigned tokens would pass.
  if ((process.env["FIREBASE_AUTH_EMULATOR_HOST"] || undefined) !== options.emulatorHost) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "FIREBASE_AUTH_EMULATOR_HOST is not what this shop was configured with.",
    )
  }
  const [{ cert, initializeApp }, { getAuth }] = await Promise.all([
    import("firebase-admin/app"),
    import("firebase-admin/auth"),
  ])
  const credential = options.credentialsFile === undefined ? undefined : cert(options.credentialsFile)
  const app = initializeApp(
    { projectId, ...(credential && { credential }), ...(httpAgent && { httpAgent }) },
    `shop-${++opened}`,
  )
  return getAuth(app)
}
