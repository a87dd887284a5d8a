import { execa } from "execa"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { npmCli, repository } from "../launcher/builds.js"
import { type Child, pathBeside, runToEnd, startProgram } from "../process/child.js"
import type { Progress } from "../process/progress.js"
import { UserError } from "../process/user-error.js"

/** Chroot isolation and vfs storage need no user namespaces, cgroups or overlay file system. */
const BUILDAH = { STORAGE_DRIVER: "vfs", BUILDAH_ISOLATION: "chroot" }

const buildah = async (...args: string[]) => (await execa("buildah", args, { env: BUILDAH })).stdout

const toPair = (line: string): [string, string] => [line.replace(/=.*$/s, ""), line.replace(/^[^=]*=/, "")]

/** An image must have a command, a user without privileges and a health check. */
const imageSchema = z.object({
  Docker: z.object({
    config: z.object({
      Cmd: z.array(z.string()).min(1),
      User: z.literal("node"),
      WorkingDir: z.string().startsWith("/shop/"),
      Env: z.array(z.string()).transform((lines) => Object.fromEntries(lines.map(toPair))),
      Healthcheck: z.object({ Test: z.array(z.string()).min(2) }),
    }),
  }),
})

export interface Image {
  tag: string
  /** A working container of buildah, and its root folder on this machine */
  container: string
  root: string
  /** The image's own command, environment and folder */
  command: readonly string[]
  env: Readonly<Record<string, string>>
  folder: string
}

/** Builds an image from its Dockerfile. @throws UserError with the end of the build's log */
export async function buildImage(
  name: "backend" | "storefront",
  logs: string,
  progress: Progress,
): Promise<Image> {
  const dockerfile = await dockerfileOf(name, logs, progress)
  const tag = `shop/${name}:smoke-test`
  // The OCI format has no HEALTHCHECK. The default limit of open files fails the admin's build at random.
  const options = ["--layers", "--pull-never", "--network", "host", "--format", "docker"]
  const build = ["bud", ...options, "--ulimit", "nofile=20000:20000", "--file", dockerfile, "--tag", tag, "."]
  await progress.step(`Building the image of the ${name}`, () =>
    run("buildah", build, join(logs, `build-${name}.log`)),
  )
  const { Docker } = imageSchema.parse(JSON.parse(await buildah("inspect", "--type", "image", tag)))
  const { Cmd: command, Env: env, WorkingDir: folder } = Docker.config
  const container = await buildah("from", "--pull-never", tag)
  return { tag, container, root: await buildah("mount", container), command, env, folder }
}

export const removeImage = ({ container }: Image) => buildah("rm", container)

/**
 * The Dockerfile, whose base image is pulled first. Where no registry of images can be reached, a stand-in is made for it,
 * which has its name but not its digest.
 */
async function dockerfileOf(name: string, logs: string, progress: Progress): Promise<string> {
  const dockerfile = join(repository, `docker/${name}.Dockerfile`)
  const text = readFileSync(dockerfile, "utf8")
  const base = /^FROM (node:\S+)/m.exec(text)?.[1]
  if (base === undefined) throw new UserError(`${dockerfile} does not start from an image of Node.`)
  const image = `docker.io/library/${base}`
  const standIn = image.replace(/@.*$/, "")
  const succeeds = async (...args: string[]) =>
    (await execa("buildah", args, { env: BUILDAH, reject: false, timeout: 120_000 })).exitCode === 0
  const exists = (tag: string) => succeeds("inspect", "--type", "image", tag)
  if (image !== standIn && (await exists(image))) return dockerfile
  if (!(await exists(standIn))) {
    if (await succeeds("pull", "--quiet", image)) return dockerfile
    await progress.step(`Making a stand-in for ${base}, which cannot be pulled`, () =>
      run(pathBeside(import.meta.url, "make-base-image.sh"), [standIn], join(logs, "base-image.log")),
    )
  }
  mkdirSync(logs, { recursive: true })
  const copy = join(logs, `${name}.Dockerfile`)
  writeFileSync(copy, text.replaceAll(/@sha256:[0-9a-f]{64}/g, ""))
  return copy
}

function run(program: string, args: readonly string[], logFile: string): Promise<void> {
  const env = { ...process.env, ...BUILDAH }
  const name = program.replace(/^.*\//, "")
  return runToEnd(startProgram({ name, program, args, cwd: repository, env, logFile }))
}

export interface ContainerSpec {
  name: string
  image: Image
  /** [the image's own] */
  command?: readonly string[]
  env: Readonly<Record<string, string>>
  /** Folders of this machine, by their paths in the container */
  volumes: Readonly<Record<string, string>>
  logFile: string
}

/**
 * Starts a container of a built image on this machine's network. As in docker-compose.yml its root is read-only, its user
 * the image's own, and it has no capabilities.
 */
export function startContainer({ name, image, command, env, volumes, logFile }: ContainerSpec): Child {
  const mounts = Object.entries(volumes).map(([path, folder]) => `${folder}:${path}`)
  return startProgram({
    name,
    program: pathBeside(import.meta.url, "run-read-only.sh"),
    args: [image.root, image.folder, ...mounts, "--", ...(command ?? image.command)],
    cwd: repository,
    env: { ...image.env, ...env },
    logFile,
  })
}

const IS_ISOLATED =
  '[ "$(id -un)" = node ] && touch /tmp/a && ! touch /home/node/a && grep -q "^CapBnd:.*0000000000000000" /proc/self/status'

/**
 * @throws UserError when a container runs as root or can write outside its volumes and /tmp, or when an image contains
 * files that must stay on this machine, or packages that `npm run shop sbom` does not list
 */
export async function checkImage(image: Image, logs: string): Promise<void> {
  const name = "the check of the isolation"
  const logFile = join(logs, "isolation.log")
  const command = ["sh", "-c", IS_ISOLATED]
  await runToEnd(startContainer({ name, image, command, env: {}, volumes: {}, logFile }))

  const find = async (conditions: string) => {
    const lines = await buildah("run", image.container, "--", "sh", "-c", `find /shop ${conditions}`)
    return lines.split("\n").filter((line) => line !== "")
  }
  const own = "\\( -name '.env*' -o -name '*.spec.*' -o -name secrets \\)"
  const foreign = await find(`-path '*/node_modules' -prune -o ${own} -print`)
  if (foreign.length > 0)
    throw new UserError(`${image.tag} contains files that .dockerignore must exclude:`, foreign)
  const packages = (await find("-path '*/node_modules/*/package.json'")).flatMap(folderOfPackage)
  if (packages.length < 100) throw new UserError(`${image.tag} contains ${packages.length} packages.`)
  const listed = await listedPackages()
  const unlisted = packages.filter((folder) => !listed.has(folder))
  if (unlisted.length > 0)
    throw new UserError(`${image.tag} contains packages that npm run shop sbom does not list:`, unlisted)
}

/** `node_modules/react` of `/shop/node_modules/react/package.json`; nothing of a package.json deeper in a package. */
function folderOfPackage(file: string): string[] {
  const name = "node_modules/(?:@[^/]+/)?[^/]+"
  const folder = new RegExp(`^/shop/((?:[a-z]+/)?${name}(?:/${name})*)/package\\.json$`).exec(file)?.[1]
  return folder === undefined ? [] : [folder]
}

const sbomSchema = z.object({ components: z.array(z.object({ "bom-ref": z.string() })) })

async function listedPackages(): Promise<ReadonlySet<string>> {
  const { stdout } = await execa(process.execPath, [npmCli(), "run", "--silent", "shop", "sbom"], {
    cwd: repository,
  })
  return new Set(sbomSchema.parse(JSON.parse(stdout)).components.map((one) => one["bom-ref"]))
}
