#!/usr/bin/env node
/** `npm run types`: type-checks every TypeScript project of the repository, two at a time. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runCommand } from "./run-steps.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const AT_A_TIME = 2

/** The admin's widgets are bundled by Vite, which does not look at types: they are a project of their own. */
const PROJECTS = [
  "backend",
  "storefront",
  "backend/src/admin",
  "backend/integration",
  "sandbox",
  "e2e",
  "tooling",
  "bench",
  "bench/storefront",
  "contracts",
].filter((project) => existsSync(join(root, project, "tsconfig.json")))

const waiting = [...PROJECTS]
let failed = 0

const work = async () => {
  for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
    const began = Date.now()
    const { code, output } = await runCommand(`tsc --noEmit -p ${project}`, { cwd: root })
    console.log(`${code === 0 ? "✔" : "✘"} ${project} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
    if (code === 0) continue
    failed += 1
    console.log(output)
  }
}
await Promise.all(Array.from({ length: AT_A_TIME }, work))
process.exitCode = failed === 0 ? 0 : 1
