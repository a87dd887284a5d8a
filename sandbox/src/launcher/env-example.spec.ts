import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { repository } from "./repository.js"
import { givenSettings } from "./settings.js"

/** Said by whoever starts the processes, never by .env. */
const NOT_FOR_THE_READER = ["NODE_ENV", "SANDBOX", "ADMIN_PASSWORD", "BACKEND_URL"]

const namesIn = (file: string) =>
  [...readFileSync(join(repository, file), "utf8").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].flatMap(
    ([, name]) => name ?? [],
  )

it.each([
  "backend/src/config/schema.ts",
  "storefront/server/environment.ts",
  "sandbox/src/launcher/settings.ts",
])(".env.example explains every setting of %s", (file) => {
  const settings = namesIn(file).filter((name) => !NOT_FOR_THE_READER.includes(name))
  expect(settings.length).toBeGreaterThan(3)
  const { given } = givenSettings(Object.fromEntries(settings.map((name) => [name, "set"])), {})
  expect(settings.filter((name) => given[name] === undefined)).toEqual([])
})

it("takes nothing from the environment that is not in it", () => {
  const { given, unknown } = givenSettings({ NODE_OPTIONS: "--x" }, { STOREFRONT_PROT: "1" })
  expect(given).toEqual({})
  expect(unknown).toEqual(["STOREFRONT_PROT"])
})
