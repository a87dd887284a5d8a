import { ESLint } from "eslint"
import { join } from "node:path"
import tseslint from "typescript-eslint"
import { describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "..")
// The planted files do not exist, so there are no types to read: rules that need them are left out.
const medusaRulesOnTypes = ["no-workflow-call-without-container", "no-non-serializable-step-return"]
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [
    tseslint.configs.disableTypeChecked,
    {
      files: ["backend/**"],
      rules: Object.fromEntries(medusaRulesOnTypes.map((rule) => [`@medusajs/${rule}`, "off"])),
    },
  ],
})

const brokenRules = async (filePath: string, code: string): Promise<string[]> => {
  const [result] = await eslint.lintText(code, { filePath: join(root, filePath) })
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message)
}

const DOMAIN = "backend/src/modules/bitcoin-payment/domain/planted.ts"

describe("the lint configuration", () => {
  const plants: readonly [rule: string, file: string, code: string][] = [
    [
      "@typescript-eslint/no-explicit-any",
      "contracts/src/planted.ts",
      "export const it = (x: any) => typeof x",
    ],
    ["@typescript-eslint/ban-ts-comment", "backend/src/planted.ts", "// @ts-ignore\nexport const it = 1"],
    ["no-warning-comments", "storefront/src/lib/planted.ts", `// ${"TO" + "DO"}: later\nexport const it = 1`],
    ["no-console", "backend/src/planted.ts", "console.log(1)"],
    ["no-restricted-syntax", "contracts/src/planted.spec.ts", `it.skip("later", () => undefined)`],
    ["no-restricted-properties", DOMAIN, "export const now = () => Date.now()"],
    ["no-restricted-syntax", DOMAIN, "export const now = () => new Date()"],
    ["no-restricted-properties", DOMAIN, "export const chance = () => Math.random()"],
    ["no-restricted-globals", DOMAIN, "export const name = process.env.NAME"],
    [
      "no-restricted-globals",
      "storefront/src/features/cart/planted.ts",
      `export const it = () => fetch("/api")`,
    ],
    [
      "react-hooks/rules-of-hooks",
      "storefront/src/ui/planted.tsx",
      "export function It(p) { if (p.a) useState(1); return null }",
    ],
    [
      "@tanstack/query/prefer-query-options",
      "storefront/src/api/planted.ts",
      `import { useQuery } from "@tanstack/react-query"\nexport const useIt = () => useQuery({ queryKey: ["it"], queryFn: () => 1 })`,
    ],
    [
      "@medusajs/no-if-in-workflow-constructor",
      "backend/src/workflows/planted.ts",
      `import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"\nexport const plantedWorkflow = createWorkflow("planted", (input: { a: boolean }) => { if (input.a) { return new WorkflowResponse(1) } return new WorkflowResponse(2) })`,
    ],
  ]

  for (const [rule, file, code] of plants) {
    it(`${rule} is in force in ${file}: ${code.slice(0, 60).replaceAll("\n", " ")}`, async () => {
      expect(await brokenRules(file, code)).toContain(rule)
    })
  }

  it("lets the domain write a date that it was given", async () => {
    expect(
      await brokenRules(DOMAIN, "export const later = (now: Date) => new Date(now.getTime() + 1)"),
    ).toEqual([])
  })

  it("lets src/api fetch", async () => {
    expect(
      await brokenRules("storefront/src/api/planted.ts", `export const it = () => fetch("/api")`),
    ).toEqual([])
  })
})
