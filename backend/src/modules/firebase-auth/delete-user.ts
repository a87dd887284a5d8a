import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { openFirebase } from "./open-firebase"
import type { Options } from "./options"

const coded = z.object({ code: z.string() })
const UNAVAILABLE = "google_unavailable"

/** Also of an error that Medusa's workflow engine passed on as a plain object. */
export const isGoogleUnavailable = (error: unknown): boolean =>
  coded.safeParse(error).data?.code === UNAVAILABLE

/**
 * Idempotent. False: without a service account's key only the project's owner can delete a user. @throws MedusaError
 * `isGoogleUnavailable` when Google does not do it
 */
export async function deleteFirebaseUser(options: Options, uid: string): Promise<boolean> {
  const mayAsk = options.credentialsFile !== undefined || options.emulatorHost !== undefined
  if (options.projectId === undefined || !mayAsk) return false
  try {
    await deleteUser(options, options.projectId, uid)
  } catch (error) {
    const known = coded.safeParse(error)
    if (!known.success || known.data.code !== "auth/user-not-found") {
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `Firebase did not delete a user: ${error instanceof Error ? error.message : String(error)}`,
        UNAVAILABLE,
      )
    }
  }
  return true
}

async function deleteUser(options: Options, projectId: string, uid: string): Promise<void> {
  const auth = await openFirebase(options, projectId)
  try {
    await auth.deleteUser(uid)
  } finally {
    // Firebase keeps every app that was opened, until it is told otherwise.
    const { deleteApp } = await import("firebase-admin/app")
    await deleteApp(auth.app)
  }
}
