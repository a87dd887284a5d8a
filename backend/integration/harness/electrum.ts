import { execFile, spawnSync } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import type { z } from "zod"
import { startProgram } from "../../../sandbox/src/process/child"
import { eventually } from "./regtest"

const run = promisify(execFile)
/** The Python for which Debian installs Electrum. */
const PYTHON = "/usr/bin/python3"

export const hasElectrum = spawnSync(PYTHON, ["-c", "import electrum"]).status === 0
export const WITHOUT_ELECTRUM = "Debian and Ubuntu: apt-get install electrum"

/** Runs Python with Electrum's modules. @param input given to it as JSON. @returns what it prints, parsed */
export function runInElectrum<Answer>(schema: z.ZodType<Answer>, code: string, input: unknown): Answer {
  const { stdout, stderr } = spawnSync(PYTHON, ["-c", code], {
    input: JSON.stringify(input),
    encoding: "utf8",
  })
  if (stdout === "") throw new Error(stderr)
  return schema.parse(JSON.parse(stdout))
}

/** A wallet program with one wallet, which can open channels. */
export interface Electrum {
  /** One of its commands. @throws with what it printed */
  run(command: string, ...args: string[]): Promise<string>
  /** Repeats a command until its answer fits. */
  until<Answer>(
    schema: z.ZodType<Answer>,
    fits: (answer: Answer) => boolean,
    command: string,
    ...args: string[]
  ): Promise<Answer>
  stop(): Promise<void>
}

/** @param serverPort of an Electrum server on this machine */
export async function startElectrum(serverPort: number): Promise<Electrum> {
  const folder = await mkdtemp(path.join(tmpdir(), "electrum-"))
  const common = ["--regtest", "-D", folder]
  await mkdir(path.join(folder, "regtest"))
  const settings = {
    ...{ config_version: 3, oneserver: true, server: `127.0.0.1:${String(serverPort)}:t` },
    // Without it Electrum pays over nodes of Electrum's only.
    ...{ use_gossip: true, check_updates: false },
  }
  await writeFile(path.join(folder, "regtest/config"), JSON.stringify(settings))
  await run("electrum", [...common, "--offline", "create"])
  const daemon = startProgram({
    ...{ name: "Electrum", program: "electrum", args: [...common, "daemon"] },
    ...{ cwd: folder, env: process.env, logFile: path.join(folder, "daemon.log") },
  })
  const command = async (name: string, ...args: string[]) =>
    (await run("electrum", [...common, name, ...args])).stdout.trim()
  const until: Electrum["until"] = (schema, fits, name, ...args) =>
    eventually(async () => schema.parse(JSON.parse(await command(name, ...args))), fits)
  const stop = async () => {
    await daemon.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await eventually(
      () => command("load_wallet").catch(() => "not yet"),
      (answer) => answer === "true",
    )
  } catch (error) {
    await stop()
    throw error
  }
  return { run: command, until, stop }
}
