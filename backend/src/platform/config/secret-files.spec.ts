import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { readSecretFiles } from "./secret-files"

const folder = mkdtempSync(join(tmpdir(), "shop-secrets-"))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, "jwt-secret")
writeFileSync(file, "from the file\n")

it("reads a secret from the file that is named, without its last line's end", () => {
  expect(readSecretFiles({ JWT_SECRET_FILE: file })["JWT_SECRET"]).toBe("from the file")
})

it("takes the value that is given itself", () => {
  expect(readSecretFiles({ JWT_SECRET: "given", JWT_SECRET_FILE: file })["JWT_SECRET"]).toBe("given")
})

it("reads no file for what is no secret", () => {
  expect(readSecretFiles({ PUBLIC_URL_FILE: file })["PUBLIC_URL"]).toBeUndefined()
})

it("says which setting names a file that is not there", () => {
  expect(() => readSecretFiles({ SMTP_URL_FILE: join(folder, "nothing") })).toThrow(
    /^SMTP_URL_FILE names a file/,
  )
})
