import { createHash, randomBytes } from "node:crypto"

/** 256 bits from the platform's secure source, for a cookie or a link: nobody guesses one. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url")
}

/** What is kept of a secret. It is random to begin with, so one round of SHA-256 hides it for good. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}
