import { randomBytes } from "node:crypto"
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import type { Account } from "./account.js"
import type { Binaries } from "./binaries.js"

export interface Place {
  /** The folder with bin/, lib/ and share/ that the server is run from */
  native: string
  /** Owned by the account the server runs as; holds the cluster's `data` */
  home: string
}

/**
 * Where binaries and data live. Usually: the package's own folder, and `dataDir`. When root runs it below a folder
 * that the server's account may not pass through, such as root's home of mode 0700: in a folder of its own under
 * /var/lib (or the temporary folder), whose name is kept in `dataDir`.
 */
export function choosePlace(
  dataDir: string,
  binaries: Binaries,
  account: Account | undefined,
  throwAway = false,
): Place {
  mkdirSync(dataDir, { recursive: true })
  if (account === undefined) return { native: binaries.native, home: dataDir }
  sweepThrownAway()
  const home = isPassable(dataDir) ? dataDir : homeElsewhere(dataDir, throwAway)
  if (home !== dataDir || statSync(dataDir).uid !== account.uid) chownSync(home, account.uid, account.gid)
  return { native: isPassable(binaries.native) ? binaries.native : copyOfBinaries(binaries, home), home }
}

/** Whether everyone may walk down to this folder. */
function isPassable(folder: string): boolean {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if ((statSync(at).mode & constants.S_IXOTH) === 0 && at !== resolve(folder)) return false
    if (at === dirname(at)) return true
  }
}

const NAME = "bramble-and-comb-"
/** In a home elsewhere that is for a test: the data folder it belongs to. */
const THROW_AWAY = "throw-away-of"

function homeElsewhere(dataDir: string, throwAway: boolean): string {
  const pointer = join(dataDir, "elsewhere")
  if (existsSync(pointer)) {
    const home = readFileSync(pointer, "utf8").trim()
    mkdirSync(home, { recursive: true })
    return home
  }
  const home = join(stateFolder(), `${NAME}${randomBytes(6).toString("hex")}`)
  mkdirSync(home, { mode: 0o711 })
  if (throwAway) writeFileSync(join(home, THROW_AWAY), dataDir)
  writeFileSync(pointer, `${home}\n`)
  return home
}

/** A test removes its data folder, not knowing of the home elsewhere; one whose folder is gone goes too. */
function sweepThrownAway(): void {
  const homes = readdirSync(stateFolder()).filter((name) => name.startsWith(NAME))
  for (const home of homes.map((name) => join(stateFolder(), name))) {
    const mark = join(home, THROW_AWAY)
    const isOver = existsSync(mark) && !existsSync(readFileSync(mark, "utf8"))
    if (isOver && !existsSync(join(home, "data/postmaster.pid")))
      rmSync(home, { recursive: true, force: true })
  }
}

function stateFolder(): string {
  try {
    accessSync("/var/lib", constants.W_OK)
    return "/var/lib"
  } catch {
    return tmpdir()
  }
}

/** 60 MB, 0.2 s; renamed into place, so that a copy that was interrupted is never used. */
function copyOfBinaries(binaries: Binaries, home: string): string {
  const copy = join(home, `postgresql-${binaries.version}`)
  if (existsSync(copy)) return copy
  const half = `${copy}.${process.pid}`
  cpSync(binaries.native, half, { recursive: true, verbatimSymlinks: true })
  renameSync(half, copy)
  return copy
}
