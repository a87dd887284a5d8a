import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, mkdirSync, statSync } from "node:fs"
import { basename, dirname, isAbsolute, join } from "node:path"
import { inheritedEnvironment } from "../process/environment.js"
import { openLog, tailOf } from "../process/log.js"
import { Explained } from "../process/explain.js"
import type { Instruction, Stage } from "./dockerfile.js"

export interface BuildPlace {
  /** Where the stages' file systems grow, one folder each */
  folder: string
  /** What Docker would be sent */
  context: string
  /** The folder of the Node to build with, before all others on the PATH */
  nodeFolder: string
  logFile: string
}

export interface Image {
  root: string
  workdir: string
  env: Record<string, string>
  command: readonly string[]
  healthCheck: readonly string[]
}

/** Does what `docker build` would, stage by stage, in plain folders. @throws Explained with the log's tail */
export async function buildImage(stages: readonly Stage[], place: BuildPlace): Promise<Image> {
  const done = new Map<string, Image>()
  for (const stage of stages) done.set(stage.name, await buildStage(stage, done, place))
  const last = done.get(stages.at(-1)?.name ?? "")
  if (last === undefined) throw new Explained("The Dockerfile has no stage.")
  return last
}

async function buildStage(stage: Stage, done: ReadonlyMap<string, Image>, place: BuildPlace): Promise<Image> {
  const root = join(place.folder, stage.name)
  mkdirSync(root, { recursive: true })
  const base = done.get(stage.base)
  if (base !== undefined) await shell(`cp -al "${base.root}/." "${root}"`, root, {}, place)
  const { command, healthCheck } = stage
  const image: Image = { root, workdir: base?.workdir ?? "/", env: { ...base?.env }, command, healthCheck }
  for (const instruction of stage.instructions) await perform(instruction, image, done, place)
  return image
}

async function perform(
  instruction: Instruction,
  image: Image,
  done: ReadonlyMap<string, Image>,
  place: BuildPlace,
): Promise<void> {
  const inside = (path: string) => join(image.root, isAbsolute(path) ? path : join(image.workdir, path))
  if (instruction.kind === "workdir") {
    image.workdir = instruction.path
    mkdirSync(inside("."), { recursive: true })
  } else if (instruction.kind === "env") {
    Object.assign(image.env, instruction.values)
  } else if (instruction.kind === "run") {
    await shell(instruction.command, inside("."), image.env, place)
  } else {
    const from = instruction.from === undefined ? place.context : done.get(instruction.from)?.root
    if (from === undefined) throw new Explained(`There is no stage ${instruction.from}.`)
    for (const source of instruction.sources) {
      const isIntoFolder = instruction.target.endsWith("/") || instruction.sources.length > 1
      const target = inside(instruction.target)
      await copyInto(join(from, source), isIntoFolder ? join(target, basename(source)) : target, place)
    }
  }
}

/** A folder's contents, or one file. Packages are many: between stages they are linked, not copied. */
async function copyInto(source: string, target: string, place: BuildPlace): Promise<void> {
  if (!existsSync(source)) throw new Explained(`COPY finds no ${source}.`)
  if (!statSync(source).isDirectory()) {
    mkdirSync(dirname(target), { recursive: true })
    cpSync(source, target)
    return
  }
  mkdirSync(target, { recursive: true })
  const how = source.startsWith(place.context) ? "-a" : "-al"
  await shell(`cp ${how} "${source}/." "${target}"`, target, {}, place)
}

async function shell(
  command: string,
  cwd: string,
  env: Record<string, string>,
  place: BuildPlace,
): Promise<void> {
  const log = openLog(place.logFile)
  const inherited = inheritedEnvironment()
  const PATH = `${place.nodeFolder}:${inherited.PATH ?? ""}`
  const child = spawn("sh", ["-c", command], {
    cwd,
    env: { ...inherited, ...env, PATH },
    stdio: ["ignore", log, log],
  })
  await once(child, "exit")
  if (child.exitCode !== 0)
    throw new Explained(`"${command}" ended with ${child.exitCode}`, tailOf(place.logFile))
}
