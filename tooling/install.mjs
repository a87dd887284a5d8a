import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { runCommand } from "./run-steps.mjs"

const NOTHING_TO_DO = { passed: 1, failed: 0, output: "" }

/**
 * Installs every workspace as the lock file says, unless that was done already. The stamp is shared with
 * `npm start`, which installs only what running needs (scope "run"): neither undoes the other's work.
 *
 * @param {string} root
 * @param {(line: string) => void} [onLine]
 */
export const installAll = async (root, onLine) => {
  const stampFile = join(root, "node_modules", ".shop-install.json")
  const lock = createHash("sha256")
    .update(await readFile(join(root, "package-lock.json")))
    .digest("hex")
  const wanted = JSON.stringify({ lock, scope: "all" })
  if ((await readFile(stampFile, "utf8").catch(() => "")) === wanted) return NOTHING_TO_DO

  // `npm ci` begins by deleting: with something there already, adding what is missing takes seconds.
  const line = existsSync(join(root, "node_modules")) ? "npm install --no-save" : "npm ci"
  const { code, output } = await runCommand(line, { cwd: root, env: process.env, onLine })
  if (code !== 0) return { passed: 0, failed: 1, output }
  await writeFile(stampFile, wanted)
  return NOTHING_TO_DO
}
