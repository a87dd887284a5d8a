import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync } from "node:fs"
import { isAbsolute, join } from "node:path"
import type { Account } from "../postgres/account.js"
import { Explained } from "../process/explain.js"
import { openLog, tailOf } from "../process/log.js"
import type { Image } from "./build-image.js"

export interface PartSpec {
  name: string
  image: Image
  /** In the image's own command, what stands for something else here: its port, its host */
  stands?: Readonly<Record<string, string>>
  /** Instead of the image's own command */
  command?: readonly string[]
  env: NodeJS.ProcessEnv
  account: Account | undefined
  nodeFolder: string
  logFile: string
}

export interface Part {
  name: string
  pid: number
  logFile: string
  hasEnded(): boolean
  exited: Promise<number | null>
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts a container's command as a plain process: in the image's folder, by its environment, as nobody special. */
export function startPart(spec: PartSpec): Part {
  const { image, stands = {}, nodeFolder } = spec
  const [program = "", ...words] = spec.command ?? image.command
  const args = words.map((word) => stands[word] ?? word)
  const log = openLog(spec.logFile)
  const child = spawn(isAbsolute(program) ? program : join(nodeFolder, program), args, {
    cwd: join(image.root, image.workdir),
    env: { PATH: nodeFolder, ...image.env, ...spec.env },
    stdio: ["ignore", log, log],
    ...spec.account,
  })
  closeSync(log)
  const kill = () => child.kill("SIGKILL")
  process.once("exit", kill)
  let ended = false
  const exited = once(child, "exit").then(() => {
    ended = true
    process.off("exit", kill)
    return child.exitCode
  })
  return {
    name: spec.name,
    pid: child.pid ?? 0,
    logFile: spec.logFile,
    hasEnded: () => ended,
    exited,
    async stop(signal = "SIGTERM") {
      if (ended) return
      child.kill(signal)
      const insist = setTimeout(kill, 35_000)
      await exited
      clearTimeout(insist)
    },
  }
}

/** @throws Explained with the log's tail when it ends otherwise than well */
export async function runPart(spec: PartSpec): Promise<void> {
  const part = startPart(spec)
  const code = await part.exited
  if (code !== 0) throw new Explained(`${spec.name} ended with ${String(code)}`, tailOf(spec.logFile))
}

/** @throws Explained with the log's tail when the part ends, or does not answer 2xx within two minutes */
export async function untilReady(part: Part, url: string): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const isOk = await fetch(url, { signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isOk) return
    if (part.hasEnded() || Date.now() > deadline) {
      throw new Explained(`${part.name} is not ready at ${url}`, tailOf(part.logFile))
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
