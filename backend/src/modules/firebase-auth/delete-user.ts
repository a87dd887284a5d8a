import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { openFirebase } from "./open-firebase"
import type { Options } from "./options"

const coded = z.object({ code: z.string() })

/**
 * Idempotent. False: without a service account's key only the project's owner can delete a user. @throws MedusaError
 * when Google cannot be asked
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
