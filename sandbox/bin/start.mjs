// Runs first on a fresh clone: plain JavaScript without dependencies, in a syntax that old Node versions can parse, so
// that it can report them. It installs what running needs and then starts src/launcher/main.ts.
import { spawnSync } from "child_process"
import { createHash } from "crypto"
import * as fs from "fs"
import * as path from "path"
import { fileURLToPath } from "url"

/** Without the root, whose packages only check the code. */
const RUNTIME = [
  "contracts",
  "packages/medusa-payments",
  "packages/medusa-payment-bitcoin-storefront",
  "backend",
  "backend/src/modules/bitcoin-payment",
  "storefront",
  "sandbox",
]
const GIGABYTES_TO_INSTALL = 3
const USAGE = `
  npm start                    the shop as built, with everything it needs, at http://localhost:8000
  npm start -- --new-staff     the same, and a further member of staff with a new password
  npm run dev                  the same, reloading on changes
  npm run doctor               checks the settings and this machine, and starts nothing

  Settings: .env.example. Stop with Ctrl+C; your data is kept.
`

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..")
const inRoot = (...names) => path.join(root, ...names)
const manifest = JSON.parse(fs.readFileSync(inRoot("package.json"), "utf8"))
const args = process.argv.slice(2)
const mode = args[0] || "start"
// What a command of `npm run shop` prints may go into a file.
const out = mode === "prepare" ? 2 : 1
const say = out === 2 ? console.error : console.log

function stop(sentence) {
  console.error(`\n  ${sentence}\n`)
  process.exit(1)
}

function checkNode() {
  const needed = /[\d.]+/.exec(manifest.engines.node)[0]
  const [[major, minor], [least, leastMinor]] = [process.versions.node, needed].map((version) =>
    version.split(".").map(Number),
  )
  if (major > least || (major === least && minor >= leastMinor)) return
  stop(
    `The shop needs Node ${needed} or newer, and this is Node ${process.versions.node}. Install the current LTS from https://nodejs.org (or \`nvm install --lts\`) and start again.`,
  )
}

function npm(...words) {
  // npm passes its own path to its scripts. Without it, use npm from the PATH.
  const cli = process.env.npm_execpath
  const options = { cwd: root, stdio: ["inherit", out, "inherit"] }
  const run = /\.c?js$/.test(cli || "")
    ? spawnSync(process.execPath, [cli, ...words], options)
    : spawnSync("npm", words, { ...options, shell: process.platform === "win32" })
  if (run.signal) process.exit(1)
  if (run.status !== 0)
    stop(
      "Installing failed, see npm's message above. Check the connection to the npm registry and start again.",
    )
}

/** @param everything also install the tests' tools, including a browser */
function ensureInstalled(everything) {
  const lock = inRoot("package-lock.json")
  const hash = createHash("sha256").update(fs.readFileSync(lock)).digest("hex")
  const [stamp, npms] = [".installed-from", ".package-lock.json"].map((name) => inRoot("node_modules", name))
  const hasTools = fs.existsSync(inRoot("node_modules/@playwright/test"))
  const isInstalled = fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === hash
  if (isInstalled && (hasTools || !everything)) return
  const hasPackages = fs.existsSync(npms)
  // `npm ci` would delete node_modules under a running shop; the next start installs what changed.
  if (mode === "prepare" && hasPackages) return
  // A developer's own `npm ci` installed the whole lock file.
  if (hasTools && hasPackages && fs.statSync(npms).mtimeMs > fs.statSync(lock).mtimeMs)
    return fs.writeFileSync(stamp, hash)
  const disk = fs.statfsSync(root)
  const free = (disk.bavail * disk.bsize) / 1e9
  if (free < GIGABYTES_TO_INSTALL)
    stop(
      `There are ${free.toFixed(1)} GB free on the disk of ${root} and installing takes about ${GIGABYTES_TO_INSTALL} GB. Free some space and start again.`,
    )
  const what = everything ? "everything" : hasPackages ? "what changed" : "what the shop needs to run"
  say(`  Installing ${what} (about a minute or two; this happens once) …\n`)
  const started = Date.now()
  const only = RUNTIME.map((name) => `--workspace=${name}`)
  npm(
    // `npm ci` first deletes node_modules, even under a running shop. Only add to an installation of the same lock file.
    ...(isInstalled ? ["install", "--no-save"] : ["ci"]),
    ...["--ignore-scripts", "--no-audit", "--no-fund"],
    ...(everything || hasTools ? [] : only),
  )
  // Not every npm knows allowScripts.
  const allowed = Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name])
  npm(
    "rebuild",
    "--ignore-scripts=false",
    ...allowed.filter((name) => fs.existsSync(inRoot("node_modules", name))),
  )
  fs.writeFileSync(stamp, hash)
  say(`\n  ✔ Installed (${Math.round((Date.now() - started) / 1000)} s)`)
}

if (mode === "--help" || mode === "-h") {
  console.log(USAGE)
  process.exit(0)
}
const unknown = args.find((arg) => !["dev", "doctor", "install", "prepare", "--new-staff"].includes(arg))
if (unknown) stop(`There is no option called ${unknown}.\n${USAGE}`)
checkNode()
ensureInstalled(mode === "install")
// `prepare`: for the commands of `npm run shop`, some of which come before the first start. Only a missing installation is installed.
if (mode !== "install" && mode !== "prepare")
  import("tsx/esm/api").then(({ register }) => {
    register()
    return mode === "doctor"
      ? import("../src/launcher/doctor.ts").then(({ runDoctor }) => runDoctor())
      : import("../src/launcher/main.ts")
  })
