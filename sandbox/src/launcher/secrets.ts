import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { writeAtomically } from "../process/write-atomically.js"

const schema = z.object({
  jwt: z.string().min(32),
  cookie: z.string().min(32),
  mfa: z.string().min(32),
  /** The sandbox's card processor accepts only this key */
  cardKey: z.string().startsWith("sk_test_"),
  /** It signs its webhooks with this one */
  cardWebhook: z.string().startsWith("whsec_"),
  /** The first member of staff's, until it has been shown */
  adminPassword: z.string().optional(),
})
export type Secrets = z.infer<typeof schema>

const fileIn = (dataDir: string) => join(dataDir, "secrets.json")

/** Signing keys of this shop, generated at the first start, in a file that only its owner can read. */
export function ensureSecrets(dataDir: string): Secrets {
  const file = fileIn(dataDir)
  const stored: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
  const complete = schema.safeParse(stored)
  if (complete.success) return complete.data
  const key = () => randomBytes(32).toString("hex")
  // An earlier version of the shop may have stored fewer.
  const created = {
    jwt: key(),
    cookie: key(),
    mfa: key(),
    cardKey: `sk_test_${key()}`,
    cardWebhook: `whsec_${key()}`,
    ...schema.partial().parse(stored),
  }
  mkdirSync(dataDir, { recursive: true })
  writeSecrets(dataDir, created)
  return created
}

export const writeSecrets = (dataDir: string, secrets: Secrets): void =>
  writeAtomically(fileIn(dataDir), `${JSON.stringify(secrets)}\n`, 0o600)

/** Deletes the staff password after it has been shown. */
export function deletePassword(dataDir: string, secrets: Secrets): void {
  delete secrets.adminPassword
  writeSecrets(dataDir, secrets)
}

/** Four pronounceable words of three syllables, easier to type than random characters. */
export function makePassword(): string {
  const consonants = "bdfghjklmnprstvz"
  const vowels = "aeiou"
  const bytes = randomBytes(24)
  const letter = (from: string, index: number) => from.charAt((bytes[index] ?? 0) % from.length)
  const words = [0, 1, 2, 3].map((word) =>
    [0, 1, 2]
      .map((i) => letter(consonants, word * 6 + i * 2) + letter(vowels, word * 6 + i * 2 + 1))
      .join(""),
  )
  return words.join("-")
}
