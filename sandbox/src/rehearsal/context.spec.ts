import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { repository } from "../launcher/repository.js"
import { readIgnore } from "./context.js"

const isLetThrough = readIgnore(readFileSync(join(repository, ".dockerignore"), "utf8"))

it.each([
  "package-lock.json",
  "backend/src/config/schema.ts",
  "storefront/server/main.ts",
  "docker/steps/install.sh",
])("%s goes into an image", (file) => expect(isLetThrough(file)).toBe(true))

it.each([
  ".env",
  "secrets/jwt-secret",
  ".data/secrets.json",
  "backend/.env",
  "backend/node_modules/x/index.js",
  "contracts/dist/index.js",
  "backend/integration/harness/settings.ts",
  "backend/src/config/environment.spec.ts",
  "e2e/stack/stack.ts",
])("%s does not", (file) => expect(isLetThrough(file)).toBe(false))
