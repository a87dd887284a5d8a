import { spawn } from "node:child_process"
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { COMPARING_FILES, NAMED_MUTATIONS, swapsOf, type Mutation } from "./mutations.js"

const root = join(import.meta.dirname, "..")
const source = join(root, "backend/src/modules/bitcoin-payment")
/** What the specs need of the module; the database's part has its own tests. */
const PARTS = [
  "domain",
  "application",
  "ports",
  "testing",
  "adapters/descriptor.ts",
  "adapters/descriptor-checksum.ts",
]

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), title: z.string() })),
    }),
  ),
})

const mutations: Mutation[] = [...NAMED_MUTATIONS]
for (const [file, specs] of Object.entries(COMPARING_FILES))
  mutations.push(...swapsOf(file, await readFile(join(source, file), "utf8"), specs))

const folderOf = (index: number) => `mutation-${index}`
/** Each mutation's tests: how many ran and which failed; the unchanged module's under `unchanged`. */
const outcomes = new Map<string, { ran: number; failed: string[]; unloaded: string[] }>()
let house: string

/** A copy of the module with only these specs in it. */
async function copyModule(name: string, specs: ReadonlySet<string>): Promise<string> {
  const folder = join(house, name)
  await Promise.all(
    PARTS.map((part) =>
      cp(join(source, part), join(folder, part), {
        recursive: true,
        filter: (path) => !path.endsWith(".spec.ts") || specs.has(path.slice(source.length + 1)),
      }),
    ),
  )
  return folder
}

async function mutate(mutation: Mutation, index: number): Promise<void> {
  const folder = await copyModule(folderOf(index), new Set(mutation.specs))
  const path = join(folder, mutation.file)
  const text = await readFile(path, "utf8")
  if (!text.includes(mutation.from)) throw new Error(`'${mutation.from}' is no longer in ${mutation.file}`)
  await writeFile(
    path,
    text.replace(mutation.from, () => mutation.to),
  )
}

/** One run of the test runner over all copies. */
async function runAll(): Promise<void> {
  const report = join(house, "report.json")
  const args = ["run", "--root", house, "--reporter=json", `--outputFile=${report}`, "--no-isolate"]
  const child = spawn(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), ...args], {
    cwd: house,
    env: { ...process.env, FC_SHRINK: "no", FC_RUNS: "100", FC_SEED: "1" },
    stdio: "ignore",
  })
  await new Promise((resolve) => child.on("close", resolve))
  const { testResults } = reportSchema.parse(JSON.parse(await readFile(report, "utf8")))
  for (const { name, message, assertionResults } of testResults) {
    const folder = name.slice(house.length + 1).split("/")[0] ?? ""
    const outcome = outcomes.get(folder) ?? { ran: 0, failed: [], unloaded: [] }
    outcome.ran += assertionResults.length
    outcome.failed.push(
      ...assertionResults.filter(({ status }) => status === "failed").map(({ title }) => title),
    )
    if (assertionResults.length === 0) outcome.unloaded.push(message)
    outcomes.set(folder, outcome)
  }
}

describe("a fault in the rules about money", () => {
  beforeAll(async () => {
    house = await mkdtemp(join(tmpdir(), "mutations-"))
    await symlink(join(root, "node_modules"), join(house, "node_modules"), "dir")
    await writeFile(
      join(house, "package.json"),
      JSON.stringify({ name: "house", type: "module", private: true }),
    )
    await copyModule("unchanged", new Set(mutations.flatMap(({ specs }) => specs)))
    await Promise.all(mutations.map(mutate))
    await runAll()
  }, 120_000)

  afterAll(async () => {
    await rm(house, { recursive: true, force: true })
  })

  it("is none as long as nothing is changed", () => {
    const { ran, failed, unloaded } = outcomes.get("unchanged") ?? { ran: 0, failed: [], unloaded: [] }
    expect({ failed, unloaded }).toEqual({ failed: [], unloaded: [] })
    expect(ran).toBeGreaterThan(0)
  })

  for (const [index, { what }] of mutations.entries()) {
    it(`is noticed: ${what}`, () => {
      const { failed, unloaded } = outcomes.get(folderOf(index)) ?? {
        failed: [],
        unloaded: ["it did not run"],
      }
      // A copy that does not even load proves nothing about the tests.
      expect(unloaded).toEqual([])
      expect(failed.length).toBeGreaterThan(0)
    })
  }
})
