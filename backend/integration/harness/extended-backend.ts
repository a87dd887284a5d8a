import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import path from "node:path"
import { promisify } from "node:util"
import { z } from "zod"
import { BACKEND_DIR } from "./settings"

const REPOSITORY = path.join(BACKEND_DIR, "..")
const EXAMPLES = path.join(BACKEND_DIR, "integration/examples")
/** Inside the repository, so that Node finds its packages. Ignored by git. */
const FOLDER = path.join(REPOSITORY, ".data/extended-shop")
/** A separate package. The copy imports the built one. */
const BITCOIN_PAYMENT = path.join(BACKEND_DIR, "src/modules/bitcoin-payment")
const COPIED = [
  "tsconfig.base.json",
  ...["src", "package.json", "tsconfig.json", "tsconfig.build.json"].map((name) => `contracts/${name}`),
  ...["src", "medusa-config.ts", "instrumentation.ts", "package.json", "tsconfig.json"].map(
    (name) => `backend/${name}`,
  ),
]

const addition = z.object({ file: z.string(), after: z.string(), add: z.string() })

/** The module's entry in the configuration, with its comment. */
const CARD_MODULE =
  / {4}\/\/ Without this module [^\n]*\n {4}\{\n {6}resolve: "\.\/src\/modules\/card-payment",[^]*?\n {4}\},\n/

/**
 * A copy of contracts and backend with the examples of docs/extending.md and the new field of CONTRIBUTING.md, and without the
 * module of card payments.
 */
export async function makeExtendedBackend(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const remove = () => rm(FOLDER, { recursive: true, force: true })
  await remove()
  for (const name of COPIED)
    await cp(path.join(REPOSITORY, name), path.join(FOLDER, name), {
      recursive: true,
      filter: (source) => source !== BITCOIN_PAYMENT,
    })
  const folder = path.join(FOLDER, "backend")
  const packages = path.join(BACKEND_DIR, "node_modules")
  if (existsSync(packages)) await symlink(packages, path.join(folder, "node_modules"))
  await cp(path.join(EXAMPLES, "src"), path.join(folder, "src"), { recursive: true })
  for (const name of ["medusa-config.json", "gift-message.json"])
    for (const each of z.array(addition).parse(JSON.parse(await readFile(path.join(EXAMPLES, name), "utf8"))))
      await apply(each)
  await removeCardModule(path.join(folder, "medusa-config.ts"))
  await compileContracts()
  return { folder, remove }
}

async function apply({ file, after, add }: z.infer<typeof addition>): Promise<void> {
  const target = path.join(FOLDER, file)
  const text = await readFile(target, "utf8")
  if (text.split(after).length !== 2) throw new Error(`${file} does not contain exactly once: ${after}`)
  await writeFile(
    target,
    text.replace(after, () => after + add),
  )
}

async function removeCardModule(config: string): Promise<void> {
  const text = await readFile(config, "utf8")
  if (!CARD_MODULE.test(text)) throw new Error(`${config} does not contain the module of card payments.`)
  await writeFile(config, text.replace(CARD_MODULE, ""))
}

/** The copied backend imports the copied contracts. */
async function compileContracts(): Promise<void> {
  const contracts = path.join(FOLDER, "contracts")
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc")
  await promisify(execFile)(process.execPath, [tsc, "-p", path.join(contracts, "tsconfig.build.json")])
  const scope = path.join(FOLDER, "node_modules/@shop")
  await mkdir(scope, { recursive: true })
  await symlink(contracts, path.join(scope, "contracts"))
}
