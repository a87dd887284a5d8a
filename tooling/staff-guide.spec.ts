import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
const page = readFileSync(join(root, "docs/staff.md"), "utf8")
const taken = readFileSync(join(root, "e2e/staff-guide/pages.ts"), "utf8")

it("docs/staff.md shows every picture that its command takes, and no other", () => {
  const shown = [...page.matchAll(/\]\(staff\/([\w-]+)\.webp\)/g)].map(([, name]) => name).sort()
  expect([...taken.matchAll(/name: "([a-z-]+)"/g)].map(([, name]) => name).sort()).toEqual(shown)
  expect(readdirSync(join(root, "docs/staff")).sort()).toEqual(shown.map((name) => `${name}.webp`))
})
