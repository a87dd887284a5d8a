import { execFile } from "node:child_process"
import { chmodSync, chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { Explained, messageOf } from "../process/explain.js"
import { tailOf } from "../process/log.js"
import type { Account } from "./account.js"
import { USER } from "./connection.js"
import type { Place } from "./place.js"

const run = promisify(execFile)

/** One data folder of PostgreSQL and the account that runs it. */
export interface Cluster {
  place: Place
  account: Account | undefined
  major: string
  /** PostgreSQL's own log */
  logFile: string
  /** Throw durability away for speed: for tests only */
  forgetful: boolean
}

export const dataOf = (cluster: Cluster) => join(cluster.place.home, "data")

function runTool(cluster: Cluster, tool: "initdb" | "pg_ctl", args: readonly string[]) {
  return run(join(cluster.place.native, "bin", tool), [...args], {
    ...cluster.account,
    cwd: cluster.account === undefined ? cluster.place.home : "/",
    // Whatever the reader's LANG is, the messages are English and the locale is the cluster's own.
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  })
}

/**
 * Makes the data folder if there is none: UTF-8 whatever LANG is, passwords by SCRAM. It is made beside and renamed
 * into place, so that an interrupted one is made anew.
 * @throws Explained when the folder was made by another major version: nothing is ever deleted
 */
export async function ensureData(cluster: Cluster, password: string): Promise<void> {
  const data = dataOf(cluster)
  const versionFile = join(data, "PG_VERSION")
  if (existsSync(versionFile)) {
    const found = readFileSync(versionFile, "utf8").trim()
    if (found === cluster.major) return
    throw new Explained(
      `${data} was made by PostgreSQL ${found}, and the shop now brings PostgreSQL ${cluster.major}, which cannot read it. Nothing was changed: to keep the orders, dump them with PostgreSQL ${found} and load them again; to start with an empty shop, move that folder away.`,
    )
  }
  const half = `${data}.new`
  rmSync(half, { recursive: true, force: true })
  const passwordFile = join(cluster.place.home, "initial-password")
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (cluster.account !== undefined) chownSync(passwordFile, cluster.account.uid, cluster.account.gid)
  try {
    await runTool(cluster, "initdb", [
      `--pgdata=${half}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      ...localeOf(cluster),
      "--no-instructions",
    ])
  } catch (error) {
    throw new Explained(`PostgreSQL could not make its data folder ${half}.`, [messageOf(error)])
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(half, data)
}

/** Since 17 PostgreSQL brings a locale of its own; before, it is the system's. */
const localeOf = ({ major }: Cluster) =>
  Number(major) < 17
    ? ["--locale=C.UTF-8"]
    : ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]

/** Listens on 127.0.0.1 alone, and on no socket file (their paths may be 107 characters at most). */
function settings(port: number, forgetful: boolean): string {
  const options = [`-p ${port}`, "-c listen_addresses=127.0.0.1", "-c unix_socket_directories=''"]
  if (forgetful) options.push("-c fsync=off", "-c synchronous_commit=off", "-c full_page_writes=off")
  return options.join(" ")
}

/**
 * Starts the server and waits until it takes connections. Right after a kill -9 the shared memory is still held for
 * some seconds and the first tries fail; `postmaster.pid` is PostgreSQL's to remove, never ours.
 */
export async function startCluster(cluster: Cluster, port: number): Promise<void> {
  writeFileSync(cluster.logFile, "", { mode: 0o600 })
  if (cluster.account !== undefined) chownSync(cluster.logFile, cluster.account.uid, cluster.account.gid)
  chmodSync(cluster.logFile, 0o600)
  const deadline = Date.now() + 30_000
  for (;;) {
    try {
      await runTool(cluster, "pg_ctl", [
        "start",
        "--wait",
        "--timeout=60",
        `--pgdata=${dataOf(cluster)}`,
        `--log=${cluster.logFile}`,
        `--options=${settings(port, cluster.forgetful)}`,
      ])
      return
    } catch {
      if (Date.now() > deadline) {
        throw new Explained(
          `PostgreSQL did not start; its log is ${cluster.logFile}`,
          tailOf(cluster.logFile),
        )
      }
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}

/** Ends every connection and stops; a server that is already gone is as good. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  try {
    await runTool(cluster, "pg_ctl", [
      "stop",
      "--mode=fast",
      "--wait",
      "--timeout=30",
      `--pgdata=${dataOf(cluster)}`,
    ])
  } catch (error) {
    const stillThere = await runTool(cluster, "pg_ctl", ["status", `--pgdata=${dataOf(cluster)}`]).then(
      () => true,
      () => false,
    )
    if (stillThere) throw error
  }
}
