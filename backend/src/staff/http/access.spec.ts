import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect, it } from "vitest"

const SOURCE = path.join(__dirname, "../..")
const IMPORTS = /import\s+\{([^}]*)\}\s+from\s+"@medusajs\/[^"]*"/g

it("only the rule for active staff uses Medusa's check, which lets ended sign-ins in", () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.includes("node_modules"),
  )
  const using = files.filter((file) =>
    [...readFileSync(path.join(SOURCE, file), "utf8").matchAll(IMPORTS)].some(([, names = ""]) =>
      /\bauthenticate\b/.test(names),
    ),
  )
  expect(using).toEqual(["staff/http/access.ts"])
})
