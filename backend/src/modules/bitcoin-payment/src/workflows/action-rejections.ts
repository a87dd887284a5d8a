import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { ActionRejection } from "../modules/bitcoin-payment"
import { REJECTION_TEXTS } from "../texts"

const REJECTIONS: readonly string[] = Object.keys(REJECTION_TEXTS)
export const rejectionCode = z.custom<ActionRejection>((code) => REJECTIONS.includes(String(code)))

export function rejected(reason: ActionRejection): MedusaError {
  const { NOT_FOUND, NOT_ALLOWED } = MedusaError.Types
  return new MedusaError(reason === "no_invoice" ? NOT_FOUND : NOT_ALLOWED, REJECTION_TEXTS[reason], reason)
}

/** @throws MedusaError `not_allowed` with a sentence for staff when the action was rejected */
export function assertPerformed(result: { ok: true } | { ok: false; reason: ActionRejection }): void {
  if (!result.ok) throw rejected(result.reason)
}
