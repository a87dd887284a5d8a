import { createHash, randomBytes } from "node:crypto"

/** A secret of 256 random bits for a cookie or a link. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url")
}

/** The stored hash of a secret. The secret is random: one round of SHA-256 is enough. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}
