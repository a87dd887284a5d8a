import { execa } from "execa"
import { once } from "node:events"
import { findProgram } from "../process/environment.js"
import { findFreePort } from "../process/ports.js"
import { UserError } from "../process/user-error.js"

/** Redis, or the compatible Valkey, from the PATH. No npm package contains either. */
export const findRedis = () => findProgram("redis-server", "valkey-server")

/** @throws UserError on a machine without Redis. @param what needs it: the beginning of the sentence */
export function requireRedis(what: string): string {
  const program = findRedis()
  if (program !== undefined) return program
  throw new UserError(`${what} needs redis-server or valkey-server: apt-get install redis-server`)
}

export interface RunningRedis {
  url: string
  port: number
  stop(): Promise<void>
}

/** Starts an empty in-memory Redis on 127.0.0.1. @param password [none] @param chosenPort [a free one] */
export async function startRedis(
  program: string,
  password?: string,
  chosenPort?: number,
): Promise<RunningRedis> {
  const port = chosenPort ?? (await findFreePort())
  const args = ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no"]
  if (password !== undefined) args.push("--requirepass", password)
  const server = execa(program, args, { buffer: false, reject: false, stderr: "inherit" })
  const ended = server.then(() => {
    throw new Error(`${program} ended before it was ready.`)
  })
  const ready = new Promise<void>((resolve) => {
    server.stdout.on("data", (text: Buffer) => {
      if (text.includes("Ready to accept connections")) resolve()
    })
  })
  await Promise.race([ready, ended])
  ended.catch(() => undefined)
  return {
    url: `redis://${password === undefined ? "" : `:${password}@`}127.0.0.1:${port}`,
    port,
    async stop() {
      if (server.exitCode !== null) return
      server.kill("SIGTERM")
      await once(server, "exit")
    },
  }
}
