import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect, it } from "vitest"

const root = path.join(import.meta.dirname, "..")
const medusa = path.join(root, "node_modules/@medusajs")

/** All modules of an application share one table of what has run, which knows names only: of two with one name, one never runs. */
it("no migration of ours has the name of another one, ours or Medusa's", () => {
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard", "*/migrations/Migration*.ts"]
  const files = execFileSync("git", listed, { cwd: root, encoding: "utf8" }).trim().split("\n")
  const ours = files.map((file) => path.join(root, file)).filter(existsSync)
  const medusas = readdirSync(medusa)
    .map((name) => path.join(medusa, name, "dist/migrations"))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).filter((file) => file.endsWith(".js")))
  expect(Math.min(ours.length, medusas.length)).toBeGreaterThan(30)

  const names = [...ours, ...medusas].map((file) => path.parse(file).name)
  const repeated = ours
    .map((file) => path.parse(file).name)
    .filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  expect(repeated).toEqual([])
  for (const file of ours)
    expect(readFileSync(file, "utf8"), file).toContain(`class ${path.parse(file).name} `)
})
