import { ESLint } from "eslint"
import { execFile } from "node:child_process"
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"

const root = join(import.meta.dirname, "..")
// The planted files do not exist, so there are no types to read: rules that need them are left out.
const medusaRulesOnTypes = ["no-workflow-call-without-container", "no-non-serializable-step-return"]
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [
    {
      files: ["backend/**"],
      languageOptions: { parserOptions: { projectService: false } },
      rules: Object.fromEntries(medusaRulesOnTypes.map((rule) => [`@medusajs/${rule}`, "off"])),
    },
  ],
})

const brokenRules = async (filePath: string, code: string): Promise<string[]> => {
  const [result] = await eslint.lintText(code, { filePath: join(root, filePath) })
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message)
}

const ADMIN = "backend/src/admin/today/planted.tsx"
const DOMAIN = "backend/src/modules/bitcoin-payment/src/domain/planted.ts"

/** What oxlint reports about a file of a separate project, with our rules. */
async function brokenTypedRules(code: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "shop-lint-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"))
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { strict: true } }))
  await writeFile(join(folder, "planted.ts"), code)
  return new Promise((done) => {
    execFile(join(root, "node_modules/.bin/oxlint"), ["--format=unix"], { cwd: folder }, (_error, output) =>
      done(output),
    )
  })
}

describe("the lint configuration", () => {
  it.each([
    ["no-floating-promises", "export function it() { Promise.resolve(1) }"],
    ["no-unnecessary-condition", "export const it = (text: string) => text ?? null"],
    ["no-unsafe-type-assertion", "export const it = (value: unknown) => value as string"],
  ])("%s is in force, with types", async (rule, code) => {
    expect(await brokenTypedRules(code)).toContain(rule)
  })

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
    ["no-restricted-syntax", "e2e/journeys/planted.spec.ts", `test.skip("later", () => undefined)`],
    ["no-restricted-syntax", "e2e/plugin/planted.spec.ts", "await context.unroute(/api/)"],
    ["no-restricted-syntax", "e2e/journeys/planted.spec.ts", "await page.unrouteAll()"],
    [
      "no-restricted-syntax",
      "e2e/journeys/planted.spec.ts",
      "await page.route(/api/, (route) => route.abort(), { times: 1 })",
    ],
    ["no-restricted-properties", DOMAIN, "export const now = () => Date.now()"],
    ["no-restricted-syntax", DOMAIN, "export const now = () => new Date()"],
    ["no-restricted-properties", DOMAIN, "export const chance = () => Math.random()"],
    ["no-restricted-globals", DOMAIN, "export const name = process.env.NAME"],
    [
      "no-restricted-globals",
      "storefront/src/features/cart/planted.ts",
      `export const it = () => fetch("/api")`,
    ],
    ["no-restricted-syntax", ADMIN, "export const It = () => <p>Saved</p>"],
    ["no-restricted-syntax", ADMIN, `export const It = () => <input placeholder="search" />`],
    ["no-restricted-syntax", ADMIN, `export const it = () => toast.success("Saved")`],
    ["no-restricted-syntax", ADMIN, `export const it = (count: number) => (count === 0 ? "sold out" : "")`],
    ["no-restricted-syntax", ADMIN, "export const it = (count: number) => `${count} left`"],
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

  it("lets the admin ask for its texts, and name classes and addresses", async () => {
    const code =
      "export const It = ({ t, id }) => <a className={`relative flex ${id}`} href={`/orders/${id}`}>{t(`today.lists.${id}`)}</a>"
    expect(await brokenRules(ADMIN, code)).toEqual([])
  })

  it("lets src/api fetch", async () => {
    expect(
      await brokenRules("storefront/src/api/planted.ts", `export const it = () => fetch("/api")`),
    ).toEqual([])
  })
})
