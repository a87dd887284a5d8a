import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"

const kept = z.object({
  jwt: z.string().min(32),
  cookie: z.string().min(32),
  /** Of the first member of staff, only until it was shown */
  adminPassword: z.string().optional(),
})
export type KeptSecrets = z.infer<typeof kept>

const fileIn = (dataDir: string) => join(dataDir, "secrets.json")

/** Signing keys of this shop, made up at the first start, in a file for its owner only. */
export function ensureSecrets(dataDir: string): KeptSecrets {
  const file = fileIn(dataDir)
  if (existsSync(file)) return kept.parse(JSON.parse(readFileSync(file, "utf8")))
  const made = { jwt: randomBytes(32).toString("hex"), cookie: randomBytes(32).toString("hex") }
  mkdirSync(dataDir, { recursive: true })
  writeSecrets(dataDir, made)
  return made
}

export function writeSecrets(dataDir: string, secrets: KeptSecrets): void {
  const file = fileIn(dataDir)
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Words are easier to type than noise: five of two syllables from 40 bits and more. */
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
