import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { z } from "zod"

const component = z.object({
  "bom-ref": z.string(),
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  hashes: z.array(z.object({ alg: z.string(), content: z.string() })).optional(),
})
const schema = z.object({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

describe("npm run shop sbom", { timeout: 60_000 }, () => {
  const root = fileURLToPath(new URL("..", import.meta.url))
  const printed = execFileSync("npm", ["run", "--silent", "shop", "sbom"], { cwd: root, maxBuffer: 2 ** 26 })
  const { components, dependencies } = schema.parse(JSON.parse(printed.toString()))
  const named = (name: string) => components.filter((one) => one.name === name)

  it("lists what the images contain, with version and checksum, and no tool of development", () => {
    for (const name of ["@medusajs/medusa", "prom-client", "stripe", "fastify", "react"])
      expect(named(name), name).not.toEqual([])
    for (const name of ["vitest", "eslint", "@playwright/test"]) expect(named(name)).toEqual([])
    const [medusa] = named("@medusajs/medusa")
    expect(medusa?.purl).toMatch(/^pkg:npm\/%40medusajs\/medusa@2\./)
    expect(medusa?.hashes?.[0]?.alg).toBe("SHA-512")
    expect(medusa?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/)
  })

  it("names every component once, and only components as dependencies", () => {
    const refs = new Set(["shop", ...components.map((one) => one["bom-ref"])])
    expect(refs.size).toBe(components.length + 1)
    const needed = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
    expect(needed.filter((ref) => !refs.has(ref))).toEqual([])
  })
})
