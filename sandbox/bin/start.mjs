// The first thing that runs on a fresh clone: plain JavaScript without dependencies, in words that an old Node
// understands too, so that it can say so. It installs what running needs and hands over to src/launcher/main.ts.
import { spawnSync } from "child_process"
import { createHash } from "crypto"
import * as fs from "fs"
import * as path from "path"
import { fileURLToPath } from "url"

const NEEDED = [20, 19]
const RUNNING = ["contracts", "backend", "storefront", "sandbox"]
const GIGABYTES_TO_INSTALL = 3

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..")
const modules = path.join(root, "node_modules")
const stamp = path.join(modules, ".installed-from")
const mode = process.argv[2] || "start"

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
      ": install the current LTS from https://nodejs.org (or `nvm install --lts`) and start again.",
  )
}

function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"))
  } catch {
    return undefined // not there, or cut off in the middle: either way to be made anew
  }
}

function hashOfLock() {
  return createHash("sha256")
    .update(fs.readFileSync(path.join(root, "package-lock.json")))
    .digest("hex")
}

/** What is installed, by npm's own account: every package at its place and version, or undefined. */
function installedPackages() {
  const account = read(path.join(modules, ".package-lock.json"))
  return account && account.packages
}

/** Whether all of the lock is installed, by a plain `npm ci` of the developer's. */
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
      ": free some space and start again.",
  )
}

function npm(args, sentence) {
  // npm tells its scripts where it is itself; started without npm, the one on the PATH is taken.
  const cli = process.env.npm_execpath
  const asScript = cli && /\.c?js$/.test(cli)
  const run = asScript
    ? spawnSync(process.execPath, [cli].concat(args), { cwd: root, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" })
  if (run.signal) process.exit(1)
  if (run.status !== 0) stop(sentence)
}

/** Without scripts first, as not every npm knows our list of packages that may run theirs; then those alone. */
function install(everything, isBegun) {
  const only = everything
    ? []
    : RUNNING.map((name) => "--workspace=" + name).concat("--include-workspace-root")
  const failed =
    "Installing failed (npm's own words are above): check the connection to the npm registry and start again."
  // `npm ci` begins by deleting, under a shop that may be running: what is right so far is only added to.
  const how = isBegun ? ["install", "--no-save"] : ["ci"]
  npm(how.concat(["--ignore-scripts", "--no-audit", "--no-fund"], only), failed)
  const allowed = read(path.join(root, "package.json")).allowScripts
  const scripts = Object.keys(allowed).filter(
    (name) => allowed[name] && fs.existsSync(path.join(modules, name)),
  )
  npm(["rebuild", "--ignore-scripts=false"].concat(scripts), failed)
  fs.writeFileSync(stamp, hashOfLock())
}

/** @param everything the tests' tools too, a browser among them; otherwise what is there already decides */
function ensureInstalled(everything) {
  const hash = hashOfLock()
  const isBegun = fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === hash
  if (isBegun && !everything) return
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
  install(everything || hasTestTools, isBegun)
  console.log("\n  ✔ Installed (" + Math.round((Date.now() - started) / 1000) + " s)")
}

checkNode()
ensureInstalled(mode === "install")
// `npm test` has its own way on from here.
if (mode === "install") process.exit(0)
const entry = mode === "doctor" ? "../src/launcher/doctor-main.ts" : "../src/launcher/main.ts"
import("tsx/esm/api")
  .then(function (tsx) {
    tsx.register()
    return import(entry)
  })
  .catch(function (error) {
    console.error(error)
    process.exit(1)
  })
