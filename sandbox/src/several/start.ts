import type { Child } from "../process/child.js"
import { findFreePort } from "../process/ports.js"
import { requireRedis, startRedis } from "../redis/start.js"
import { type Upstream, startBalancer } from "./balancer.js"

/** Who needs a Redis, in the sentence that says so. */
export const SEVERAL = "A shop of two servers and a worker"

interface SeveralOptions {
  /** Where the balancer listens, in the one backend's place */
  port: number
  /** Starts one process of the backend. @param env what this one has besides */
  start: (name: string, port: number, env: Record<string, string>) => Child
  /** Told of what runs besides, to stop it in its turn */
  add: (running: { name: string; stop(): Promise<void> }) => void
}

/** A process of the backend, and the address that answers 2xx when it is ready. */
export interface BackendProcess {
  child: Child
  readyUrl: string
}

/**
 * The backend as docker-compose.yml has it: two servers that take turns, and a worker, on one Redis.
 * @throws Explained on a machine without Redis
 */
export async function startSeveral({ port, start, add }: SeveralOptions): Promise<BackendProcess[]> {
  const redis = await startRedis(requireRedis(SEVERAL))
  add({ name: "Redis", stop: () => redis.stop() })
  const begin = async (name: string, mode: "server" | "worker") => {
    const own = await findFreePort()
    const child = start(name, own, { REDIS_URL: redis.url, MEDUSA_WORKER_MODE: mode })
    const path = mode === "server" ? "api/ready" : "health"
    return { child, port: own, readyUrl: `http://127.0.0.1:${String(own)}/${path}` }
  }
  const servers = [await begin("server-1", "server"), await begin("server-2", "server")]
  const worker = await begin("worker", "worker")
  const told = (process: (typeof servers)[number]): Upstream => ({
    name: process.child.name,
    pid: process.child.pid,
    port: process.port,
  })
  const balancer = await startBalancer(port, servers.map(told), [told(worker)])
  add({ name: "the balancer", stop: () => balancer.stop() })
  return [...servers, worker]
}
