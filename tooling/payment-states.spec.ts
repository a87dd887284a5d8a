import { readFileSync } from "node:fs"
import { INVOICE_STATES } from "@shop/contracts"
import { expect, it } from "vitest"

it("docs/payments.md explains every state of an invoice there is, and no other", () => {
  const page = readFileSync(new URL("../docs/payments.md", import.meta.url), "utf8")
  const table = page.slice(page.indexOf("| state | meaning |")).split("\n\n")[0] ?? ""
  const explained = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, state]) => state)
  expect(explained).toEqual([...INVOICE_STATES])
})
