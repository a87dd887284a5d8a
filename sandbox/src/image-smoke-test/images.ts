import { execa } from "execa"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { z } from "zod"
import { pathBeside, runToEnd, startProgram } from "../process/child.js"
import { findProgram } from "../process/environment.js"
import { UserError } from "../process/user-error.js"
import { repository } from "../launcher/builds.js"
import type { Progress } from "../process/progress.js"

/** Chroot isolation and vfs storage need no user namespaces, cgroups or overlay file system. */
export const ENGINE_ENV: NodeJS.ProcessEnv = {
  ...process.env,
  STORAGE_DRIVER: "vfs",
  BUILDAH_ISOLATION: "chroot",
}

export type Engine = "docker" | "buildah"

export interface Image {
  engine: Engine
  tag: string
  /** The working container of buildah */
  container: { name: string; root: string } | undefined
  /** The image's own CMD, environment and folder */
  command: readonly string[]
  env: Readonly<Record<string, string>>
  folder: string
}

/** @throws UserError that says what to install */
export async function findEngine(): Promise<Engine> {
  if (findProgram("docker") !== undefined) {
    const { exitCode } = await execa("docker", ["info"], { reject: false })
    if (exitCode === 0) return "docker"
  }
  const missing = ["buildah", "debootstrap"].filter((program) => findProgram(program) === undefined)
  if (missing.length > 0)
    throw new UserError(
      `Building the images needs a running Docker, or buildah as root on Debian: apt-get install ${missing.join(" ")}`,
    )
  if (process.getuid?.() !== 0) throw new UserError("Without Docker, building the images needs root.")
  return "buildah"
}

/** Builds a real image from its Dockerfile. @throws UserError with the end of the build's log */
export async function buildImage(
  engine: Engine,
  name: "backend" | "storefront",
  logs: string,
  progress: Progress,
): Promise<Image> {
  const original = `docker/${name}.Dockerfile`
  const tag = `shop/${name}:smoke-test`
  const isStandIn = engine === "buildah" && (await ensureBaseImage(original, logs, progress))
  const dockerfile = isStandIn ? withoutDigests(original, logs) : original
  const build =
    engine === "docker"
      ? ["build"]
      : // The OCI format has no HEALTHCHECK. The default limit of open files fails the admin's build at random.
        [
          ...["bud", "--layers", "--pull-never", "--network", "host"],
          ...["--format", "docker", "--ulimit", "nofile=20000:20000"],
        ]
  await progress.step(`Building the image of the ${name}`, () =>
    run(engine, [...build, "--file", dockerfile, "--tag", tag, "."], join(logs, `build-${name}.log`)),
  )
  const config = await inspect(engine, tag)
  const container = engine === "buildah" ? await openContainer(tag) : undefined
  return { engine, tag, container, command: config.Cmd, env: config.Env, folder: config.WorkingDir }
}

async function openContainer(tag: string): Promise<{ name: string; root: string }> {
  const buildah = async (...args: string[]) =>
    (await execa("buildah", args, { env: ENGINE_ENV })).stdout.trim()
  const name = await buildah("from", "--pull-never", tag)
  return { name, root: await buildah("mount", name) }
}

const toPair = (line: string): [string, string] => {
  const [name = "", ...value] = line.split("=")
  return [name, value.join("=")]
}

/** An image must have a command, a user without privileges and a health check. */
const configSchema = z.object({
  Cmd: z.array(z.string()).min(1),
  User: z.literal("node"),
  WorkingDir: z.string().startsWith("/shop/"),
  Env: z.array(z.string()).transform((lines) => Object.fromEntries<string>(lines.map(toPair))),
  Healthcheck: z.object({ Test: z.array(z.string()).min(2) }),
})

async function inspect(engine: Engine, tag: string): Promise<z.infer<typeof configSchema>> {
  const { stdout } = await execa(engine, ["inspect", "--type", "image", tag], { env: ENGINE_ENV })
  const output: unknown = JSON.parse(stdout)
  if (engine === "docker") return z.tuple([z.object({ Config: configSchema })]).parse(output)[0].Config
  return z.object({ Docker: z.object({ config: configSchema }) }).parse(output).Docker.config
}

export async function removeContainer({ container }: Image): Promise<void> {
  if (container !== undefined) await execa("buildah", ["rm", container.name], { env: ENGINE_ENV })
}

/** A stand-in has the name of an image, but not its digest. @returns the file to build from */
function withoutDigests(dockerfile: string, logs: string): string {
  const copy = join(logs, basename(dockerfile))
  const text = readFileSync(join(repository, dockerfile), "utf8")
  mkdirSync(logs, { recursive: true })
  writeFileSync(copy, text.replaceAll(/@sha256:[0-9a-f]{64}/g, ""))
  return copy
}

/**
 * Pulls the base image, or makes a stand-in for it where no registry of images can be reached.
 * @returns whether it is a stand-in
 */
async function ensureBaseImage(dockerfile: string, logs: string, progress: Progress): Promise<boolean> {
  const name = /^FROM (node:\S+)/m.exec(readFileSync(join(repository, dockerfile), "utf8"))?.[1]
  if (name === undefined) throw new UserError(`${dockerfile} does not start from an image of Node.`)
  const image = `docker.io/library/${name}`
  const [standIn = ""] = image.split("@")
  const exists = async (args: readonly string[]) => {
    const { exitCode } = await execa("buildah", args, { env: ENGINE_ENV, reject: false, timeout: 120_000 })
    return exitCode === 0
  }
  if (await exists(["inspect", "--type", "image", image])) return false
  if (await exists(["inspect", "--type", "image", standIn])) return true
  if (await exists(["pull", "--quiet", image])) return false
  await progress.step(`Making a stand-in for ${name}, which cannot be pulled`, () =>
    run(pathBeside(import.meta.url, "make-base-image.sh"), [standIn], join(logs, "base-image.log")),
  )
  return true
}

function run(program: string, args: readonly string[], logFile: string): Promise<void> {
  const name = program.includes("/")
    ? program.slice(program.lastIndexOf("/") + 1)
    : `${program} ${args[0] ?? ""}`
  return runToEnd(startProgram({ name, program, args, cwd: repository, env: ENGINE_ENV, logFile }))
}
