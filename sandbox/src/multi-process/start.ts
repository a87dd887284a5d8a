import type { Child } from "../process/child.js"
import { findFreePort } from "../process/ports.js"
import { requireRedis, startRedis } from "../redis/start.js"
import { startBalancer, type Upstream } from "./balancer.js"

/** A process of the backend, and the URL that answers 2xx when it is ready. */
export interface BackendProcess {
  child: Child
  readyUrl: string
}

interface MultiProcessOptions {
  /** The balancer's port */
  port: number
  startBackend: (name: string, port: number, env: Record<string, string>) => Child
  /** Registers what else was started, so that it is stopped in order */
  onStarted: (running: { name: string; stop(): Promise<void> }) => void
}

/** @throws UserError on a machine without Redis */
export const requireMultiProcessRedis = () => requireRedis("A shop with two servers and a worker")

/** Starts the processes of docker-compose.yml: two servers behind a balancer and a worker, with one Redis. */
export async function startMultiProcess(options: MultiProcessOptions): Promise<BackendProcess[]> {
  const { port, startBackend, onStarted } = options
  const redis = await startRedis(requireMultiProcessRedis())
  onStarted({ name: "Redis", stop: () => redis.stop() })
  const start = async (name: string, mode: "server" | "worker") => {
    const ownPort = await findFreePort()
    const child = startBackend(name, ownPort, { REDIS_URL: redis.url, MEDUSA_WORKER_MODE: mode })
    const path = mode === "server" ? "api/ready" : "health"
    return { child, port: ownPort, readyUrl: `http://127.0.0.1:${String(ownPort)}/${path}` }
  }
  const servers = [await start("server-1", "server"), await start("server-2", "server")]
  const worker = await start("worker", "worker")
  const toUpstream = ({ child, port: ownPort }: (typeof servers)[number]): Upstream => ({
    name: child.name,
    pid: child.pid,
    port: ownPort,
  })
  const balancer = await startBalancer(port, servers.map(toUpstream), [toUpstream(worker)])
  onStarted({ name: "the balancer", stop: () => balancer.stop() })
  return [...servers, worker]
}
