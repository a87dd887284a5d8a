import { randomBytes } from "node:crypto"
import {
  accessSync,
  chmodSync,
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
import { execa } from "execa"
import { tailOf } from "../process/log.js"
import { messageOf, UserError } from "../process/user-error.js"
import type { Binaries } from "./binaries.js"
import { USER } from "./connection.js"

/** The operating system user that runs the server. */
interface Account {
  uid: number
  gid: number
}

/** Where one PostgreSQL keeps its data, and how it is run. */
export interface DataDirectory {
  /** The folder with bin/, lib/ and share/ */
  native: string
  /** Owned by `account`; contains `data` and the log */
  home: string
  /** PGDATA */
  data: string
  logFile: string
  /** undefined: our own user */
  account: Account | undefined
  major: string
  /** Faster and not durable, for tests */
  isTemporary: boolean
}

/** PostgreSQL refuses to run as root. Any existing account in /etc/passwd works. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  for (const wanted of ["postgres", "nobody"]) {
    const fields = users.find(([name]) => name === wanted)
    const uid = Number(fields?.[2])
    const gid = Number(fields?.[3])
    if (uid > 0 && gid >= 0) return { uid, gid }
  }
  throw new UserError(
    "PostgreSQL does not run as root, and this machine has neither a user postgres nor a user nobody. Start the shop as an ordinary user, or set DATABASE_URL.",
  )
}

/**
 * Chooses the folders for binaries and data. Usually they are the package's own folder and `dataDir`. When root runs
 * the shop below a folder that the server's account cannot enter, such as a home with mode 0700, they go to a separate
 * folder under /var/lib or the temporary folder; its path is kept in `dataDir`.
 */
export function chooseDataDirectory(dataDir: string, binaries: Binaries, isTemporary = false): DataDirectory {
  mkdirSync(dataDir, { recursive: true })
  const account = serverAccount()
  const { native, home } =
    account === undefined
      ? { native: binaries.native, home: dataDir }
      : accessibleFolders(dataDir, binaries, account, isTemporary)
  return {
    native,
    home,
    data: join(home, "data"),
    logFile: join(home, "postgres.log"),
    account,
    major: binaries.major,
    isTemporary,
  }
}

function accessibleFolders(dataDir: string, binaries: Binaries, account: Account, isTemporary: boolean) {
  removeAbandonedHomes()
  const home = isTraversable(dataDir) ? dataDir : homeElsewhere(dataDir, isTemporary)
  if (home !== dataDir || statSync(dataDir).uid !== account.uid) chownSync(home, account.uid, account.gid)
  return { native: isTraversable(binaries.native) ? binaries.native : copyBinaries(binaries, home), home }
}

/** Whether every user can enter all parent folders. */
function isTraversable(folder: string): boolean {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if ((statSync(at).mode & constants.S_IXOTH) === 0 && at !== resolve(folder)) return false
    if (at === dirname(at)) return true
  }
}

const HOME_PREFIX = "shop-sandbox-"
/** In the separate home of a test: names the data folder to which it belongs. */
const OWNER_FILE = "temporary-for"

function homeElsewhere(dataDir: string, isTemporary: boolean): string {
  const pointer = join(dataDir, "elsewhere")
  if (existsSync(pointer)) {
    const home = readFileSync(pointer, "utf8").trim()
    mkdirSync(home, { recursive: true })
    return home
  }
  const home = join(stateFolder(), `${HOME_PREFIX}${randomBytes(6).toString("hex")}`)
  mkdirSync(home, { mode: 0o711 })
  if (isTemporary) writeFileSync(join(home, OWNER_FILE), dataDir)
  writeFileSync(pointer, `${home}\n`)
  return home
}

/** A test removes its data folder but not its separate home: remove homes whose data folder no longer exists. */
function removeAbandonedHomes(): void {
  const homes = readdirSync(stateFolder()).filter((name) => name.startsWith(HOME_PREFIX))
  for (const home of homes.map((name) => join(stateFolder(), name))) {
    const owner = join(home, OWNER_FILE)
    const isAbandoned = existsSync(owner) && !existsSync(readFileSync(owner, "utf8"))
    if (isAbandoned && !existsSync(join(home, "data/postmaster.pid")))
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

/** 60 MB, 0.2 s. The final rename ensures that an interrupted copy is never used. */
function copyBinaries(binaries: Binaries, home: string): string {
  const copy = join(home, `postgresql-${binaries.version}`)
  if (existsSync(copy)) return copy
  const partial = `${copy}.${process.pid}`
  cpSync(binaries.native, partial, { recursive: true, verbatimSymlinks: true })
  renameSync(partial, copy)
  return copy
}

function runTool(directory: DataDirectory, tool: "initdb" | "pg_ctl", args: readonly string[]) {
  const { native, account, home } = directory
  return execa(join(native, "bin", tool), args, {
    ...account,
    cwd: account === undefined ? home : "/",
    // English messages, and the locale that initdb sets, whatever the developer's LANG is.
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
    extendEnv: false,
  })
}

function chownToServer({ account }: DataDirectory, file: string): void {
  if (account !== undefined) chownSync(file, account.uid, account.gid)
}

/**
 * Creates the data folder if it does not exist: UTF-8, SCRAM passwords. initdb writes to a temporary name, so an
 * interrupted run is repeated.
 * @throws UserError when another major version made the folder. Nothing is deleted.
 */
export async function initialise(directory: DataDirectory, password: string): Promise<void> {
  const { data, home, major } = directory
  const versionFile = join(data, "PG_VERSION")
  if (existsSync(versionFile)) {
    const found = readFileSync(versionFile, "utf8").trim()
    if (found === major) return
    throw new UserError(
      `${data} was made by PostgreSQL ${found}, but the shop uses PostgreSQL ${major}, which cannot read it. Nothing was changed. To keep the orders, dump them with PostgreSQL ${found} and load them again. To start with an empty shop, move that folder away.`,
    )
  }
  const partial = `${data}.new`
  rmSync(partial, { recursive: true, force: true })
  const passwordFile = join(home, "initial-password")
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  chownToServer(directory, passwordFile)
  // PostgreSQL has its own C.UTF-8 since version 17.
  const locale =
    Number(major) < 17
      ? ["--locale=C.UTF-8"]
      : ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
  try {
    await runTool(directory, "initdb", [
      `--pgdata=${partial}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      ...locale,
      "--no-instructions",
    ])
  } catch (error) {
    throw new UserError(`PostgreSQL could not create its data folder ${partial}.`, [messageOf(error)])
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(partial, data)
}

/** 127.0.0.1 only, and no socket file: its path could exceed the limit of 107 characters. */
function serverOptions(port: number, isTemporary: boolean): string {
  const options = [`-p ${port}`, "-c listen_addresses=127.0.0.1", "-c unix_socket_directories=''"]
  if (isTemporary) options.push("-c fsync=off", "-c synchronous_commit=off", "-c full_page_writes=off")
  return options.join(" ")
}

/**
 * Starts the server and waits until it accepts connections. After a `kill -9` the shared memory is blocked for some
 * seconds and the first attempts fail. Only PostgreSQL removes `postmaster.pid`.
 */
export async function startServer(directory: DataDirectory, port: number): Promise<void> {
  const { data, logFile, isTemporary } = directory
  writeFileSync(logFile, "", { mode: 0o600 })
  chownToServer(directory, logFile)
  chmodSync(logFile, 0o600)
  const args = ["start", "--wait", "--timeout=60", `--pgdata=${data}`, `--log=${logFile}`]
  const deadline = Date.now() + 30_000
  for (;;) {
    try {
      await runTool(directory, "pg_ctl", [...args, `--options=${serverOptions(port, isTemporary)}`])
      return
    } catch {
      if (Date.now() > deadline)
        throw new UserError(`PostgreSQL did not start. Its log is ${logFile}`, tailOf(logFile))
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}

/** Ends all connections and stops. Succeeds when the server has already ended. */
export async function stopServer(directory: DataDirectory): Promise<void> {
  const pgdata = `--pgdata=${directory.data}`
  try {
    await runTool(directory, "pg_ctl", ["stop", "--mode=fast", "--wait", "--timeout=30", pgdata])
  } catch (error) {
    const isStillRunning = await runTool(directory, "pg_ctl", ["status", pgdata]).then(
      () => true,
      () => false,
    )
    if (isStillRunning) throw error
  }
}
