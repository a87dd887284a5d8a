import { readFileSync } from "node:fs"

/** Secret settings that can be read from a file: JWT_SECRET_FILE=/run/secrets/jwt-secret. */
const SECRETS = [
  "DATABASE_URL",
  "REDIS_URL",
  "JWT_SECRET",
  "COOKIE_SECRET",
  "MFA_ENCRYPTION_KEY",
  "SMTP_URL",
  "ADMIN_PASSWORD",
  "BITCOIN_CORE_PASSWORD",
  "BITCOIN_LIGHTNING_CREDENTIAL",
  "BITCOIN_LIGHTNING_CERTIFICATE",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
] as const

type Source = Record<string, string | undefined>

/** The environment's own values take precedence. @throws an error that names the setting, never the content */
export function readSecretFiles(source: Source): Source {
  const read = { ...source }
  for (const name of SECRETS) {
    const file = source[`${name}_FILE`]
    if (!file || source[name]) continue
    try {
      read[name] = readFileSync(file, "utf8").trim()
    } catch (error) {
      throw new Error(`${name}_FILE names a file that cannot be read: ${String(error)}`, { cause: error })
    }
  }
  return read
}
