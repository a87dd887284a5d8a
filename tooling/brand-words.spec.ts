import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))

/** The demonstration's words. A time zone is no place of the shop's. */
const WORDS = /bramble|honey|gummi|(?<!Europe[./])london/gi

/** Brands but the template, documents, and the tests, which buy the demonstration's products. */
const NOT_COUNTED =
  /^brands\/(?!template\/).+\/|\.md$|^LICENSE$|^package-lock\.json$|\.spec\.tsx?$|^(e2e|bench|backend\/integration|sandbox\/src\/image-smoke-test)\/|\/testing\//

/** Files whose words are no brand's, with how often they are there. */
const ALLOWED: Readonly<Record<string, number>> = {
  // UK law on honey, for every shop that sells it.
  "backend/src/modules/food-information/domain/missing-facts.ts": 11,
  "backend/src/admin/i18n/food.ts": 2,
  // An ingredient.
  "backend/src/modules/food-information/domain/known-ingredients.ts": 1,
  // A city of buyers, and a password that is guessed first.
  "storefront/src/features/checkout/city-names.ts": 1,
  "storefront/src/features/checkout/uk-cities.ts": 2,
  "backend/src/staff/passwords.ts": 1,
}

test("only the demonstration's brand contains its words", () => {
  const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n")
  const counted = files.filter((file) => !NOT_COUNTED.test(file) && existsSync(`${root}/${file}`))
  const found = counted.flatMap((file) => {
    const count = [...`${file}\n${readFileSync(`${root}/${file}`, "utf8")}`.matchAll(WORDS)].length
    return count === 0 ? [] : [[file, count] as const]
  })
  expect(counted.length).toBeGreaterThan(500)
  expect(Object.fromEntries(found)).toEqual(ALLOWED)
})
