import { spawn } from "node:child_process"
import { once } from "node:events"
import { Explained } from "../process/explain.js"
import { findProgram } from "../process/find-program.js"
import { findFreePort } from "../process/ports.js"

/** Redis, or Valkey, which speaks the same. npm has no package that carries either. */
export const findRedis = () => findProgram("redis-server", "valkey-server")

/** @throws Explained on a machine without any. @param who needs it, as the sentence begins */
export function requireRedis(who: string): string {
  const program = findRedis()
  if (program !== undefined) return program
  throw new Explained(`${who} needs redis-server or valkey-server: apt-get install redis-server.`)
}

/** An empty Redis in memory on a free port of this machine, from the system's own program. */
export async function startRedis(program: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await findFreePort()
  const args = ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no"]
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] })
  const kill = () => child.kill("SIGKILL")
  process.once("exit", kill)
  const exited = once(child, "exit")
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (text: Buffer) => {
      if (text.includes("Ready to accept connections")) resolve()
    })
    void exited.then(() => reject(new Error(`${program} ended before it was ready.`)))
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      process.off("exit", kill)
      child.kill("SIGTERM")
      await exited
    },
  }
}
