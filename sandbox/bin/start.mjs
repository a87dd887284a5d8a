// Runs first on a fresh clone: plain JavaScript without dependencies, in a syntax that old Node versions can parse, so
// that it can report them. It installs what running needs and then starts src/launcher/main.ts.
import { spawnSync } from "child_process"
import { createHash } from "crypto"
import * as fs from "fs"
import * as path from "path"
import { fileURLToPath } from "url"

const NEEDED = [20, 19]
const RUNTIME_WORKSPACES = [
  "contracts",
  "backend",
  "backend/src/modules/bitcoin-payment",
  "storefront",
  "sandbox",
]
const GIGABYTES_TO_INSTALL = 3

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..")
const modules = path.join(root, "node_modules")
const stamp = path.join(modules, ".installed-from")
const args = process.argv.slice(2)
const mode = args[0] || "start"
const USAGE = `
  npm start                    the shop as built, with everything it needs, at http://localhost:8000
  npm start -- --new-staff     the same, and a further member of staff with a new password
  npm run dev                  the same, reloading on changes
  npm run doctor               checks the settings and this machine, and starts nothing

  Settings: .env.example. Stop with Ctrl+C; your data is kept.
`

function stop(sentence) {
  console.error("\n  " + sentence + "\n")
  process.exit(1)
}

function checkNode() {
  const version = process.versions.node.split(".").map(Number)
  if (version[0] > NEEDED[0] || (version[0] === NEEDED[0] && version[1] >= NEEDED[1])) return
  stop(
    "The shop needs Node " +
      NEEDED.join(".") +
      " or newer, and this is Node " +
      process.versions.node +
      ". Install the current LTS from https://nodejs.org (or `nvm install --lts`) and start again.",
  )
}

function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"))
  } catch {
    return undefined // missing or incomplete
  }
}

function hashOfLock() {
  return createHash("sha256")
    .update(fs.readFileSync(path.join(root, "package-lock.json")))
    .digest("hex")
}

/** The installed packages according to npm: path and version of each, or undefined. */
function installedPackages() {
  const manifest = read(path.join(modules, ".package-lock.json"))
  return manifest && manifest.packages
}

/** Whether the whole lock file is installed, for example by `npm ci`. */
function isWholeLockInstalled(installed) {
  const lock = read(path.join(root, "package-lock.json"))
  return Object.keys(lock.packages).every(function (place) {
    const wanted = lock.packages[place]
    if (place === "" || !/(^|\/)node_modules\//.test(place)) return true
    const found = installed[place]
    return found ? wanted.link || found.version === wanted.version : Boolean(wanted.optional || wanted.peer)
  })
}

function checkDisk() {
  const stat = fs.statfsSync(root)
  const free = (stat.bavail * stat.bsize) / 1e9
  if (free >= GIGABYTES_TO_INSTALL) return
  stop(
    "There are " +
      free.toFixed(1) +
      " GB free on the disk of " +
      root +
      " and installing takes about " +
      GIGABYTES_TO_INSTALL +
      " GB. Free some space and start again.",
  )
}

function npm(args, sentence) {
  // npm passes its own path to its scripts. Without it, use npm from the PATH.
  const cli = process.env.npm_execpath
  const asScript = cli && /\.c?js$/.test(cli)
  const run = asScript
    ? spawnSync(process.execPath, [cli].concat(args), { cwd: root, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" })
  if (run.signal) process.exit(1)
  if (run.status !== 0) stop(sentence)
}

/** Installs without scripts, because not every npm knows allowScripts, then runs the allowed scripts. */
function install(everything, isPartial) {
  const only = everything
    ? []
    : RUNTIME_WORKSPACES.map((name) => "--workspace=" + name).concat("--include-workspace-root")
  const failed =
    "Installing failed, see npm's message above. Check the connection to the npm registry and start again."
  // `npm ci` first deletes node_modules, even under a running shop. Only add to an installation of the same lock file.
  const command = isPartial ? ["install", "--no-save"] : ["ci"]
  npm(command.concat(["--ignore-scripts", "--no-audit", "--no-fund"], only), failed)
  const allowed = read(path.join(root, "package.json")).allowScripts
  const scripts = Object.keys(allowed).filter(
    (name) => allowed[name] && fs.existsSync(path.join(modules, name)),
  )
  npm(["rebuild", "--ignore-scripts=false"].concat(scripts), failed)
  fs.writeFileSync(stamp, hashOfLock())
}

/** @param everything also install the tests' tools, including a browser */
function ensureInstalled(everything) {
  const hash = hashOfLock()
  const isPartial = fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === hash
  if (isPartial && !everything) return
  const installed = installedPackages()
  if (installed && isWholeLockInstalled(installed)) return fs.writeFileSync(stamp, hash)
  checkDisk()
  const hasTestTools = Boolean(installed && installed["node_modules/@playwright/test"])
  const started = Date.now()
  console.log(
    (everything
      ? "  Installing everything"
      : installed
        ? "  Installing what changed"
        : "  Installing what the shop needs to run") + " (about a minute or two; this happens once) …\n",
  )
  install(everything || hasTestTools, isPartial)
  console.log("\n  ✔ Installed (" + Math.round((Date.now() - started) / 1000) + " s)")
}

if (mode === "--help" || mode === "-h") {
  console.log(USAGE)
  process.exit(0)
}
args.forEach(function (arg) {
  if (["dev", "doctor", "install", "--new-staff"].indexOf(arg) < 0)
    stop("There is no option called " + arg + ".\n" + USAGE)
})
checkNode()
ensureInstalled(mode === "install")
if (mode === "install") process.exit(0)
import("tsx/esm/api")
  .then(function (tsx) {
    tsx.register()
    if (mode !== "doctor") return import("../src/launcher/main.ts")
    return import("../src/launcher/doctor.ts").then(function (doctor) {
      return doctor.runDoctor()
    })
  })
  .catch(function (error) {
    console.error(error)
    process.exit(1)
  })
