import type { Settings } from "../harness/settings"
import { startPersistentShop, type PersistentShop } from "./persistent-shop"

/** The processes of docker-compose.yml, each restarted whenever it ends. */
export interface ProcessGroup extends PersistentShop {
  /** The URLs of both servers. */
  readonly serverUrls: readonly string[]
}

/** Two servers and a worker. A kill hits one after the other, and buyers use the servers in turn, as behind the proxy. */
export async function startProcessGroup(
  settings: Settings,
  workerSettings: Settings,
  onStarted: (serverUrl: string) => Promise<void>,
): Promise<ProcessGroup> {
  const startServer = (name: string) =>
    startPersistentShop({ ...settings, MEDUSA_WORKER_MODE: "server" }, { name: `faults-${name}`, onStarted })
  const [first, second, worker] = await Promise.all([
    startServer("server-1"),
    startServer("server-2"),
    startPersistentShop(
      { ...settings, ...workerSettings, MEDUSA_WORKER_MODE: "worker" },
      { name: "faults-worker" },
    ),
  ])
  const servers = [first, second]
  const all = [worker, first, second]
  let requests = 0
  let kills = 0
  const untilUp = async () => {
    await Promise.all(all.map((one) => one.untilUp()))
  }
  const total = (what: keyof PersistentShop["counts"]) =>
    all.reduce((sum, { counts }) => sum + counts[what], 0)
  return {
    get url() {
      const running = servers.filter(({ isUp }) => isUp)
      return (running[requests++ % running.length] ?? first).url
    },
    get isUp() {
      return all.every(({ isUp }) => isUp)
    },
    get serverUrls() {
      return servers.map(({ url }) => url)
    },
    get counts() {
      return {
        kills: total("kills"),
        crashes: total("crashes"),
        failedStarts: total("failedStarts"),
        forcedStops: total("forcedStops"),
      }
    },
    kill: () => all[kills++ % all.length]?.kill(),
    // One part after the other, as docs/operating.md says.
    async restart() {
      for (const one of [first, second, worker]) await one.restart()
    },
    changeSettings: (changes) => {
      for (const one of all) one.changeSettings(changes)
    },
    untilUp,
    async stop() {
      await Promise.all(all.map((one) => one.stop()))
    },
  }
}
