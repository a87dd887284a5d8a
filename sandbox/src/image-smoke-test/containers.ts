import { execa } from "execa"
import { type Child, pathBeside, runToEnd, startProgram } from "../process/child.js"
import { repository } from "../launcher/builds.js"
import { ENGINE_ENV, type Image } from "./images.js"

export interface ContainerSpec {
  name: string
  image: Image
  /** Replaces arguments of the image's command: its port and its host */
  replacements?: Readonly<Record<string, string>>
  /** Replaces the image's command */
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
export function startContainer(spec: ContainerSpec): Child {
  const { name, image, replacements = {}, logFile } = spec
  const command = (spec.command ?? image.command).map((word) => replacements[word] ?? word)
  const mounts = Object.entries(spec.volumes).map(([path, folder]) => `${folder}:${path}`)
  if (image.container !== undefined)
    return startProgram({
      name,
      program: pathBeside(import.meta.url, "run-read-only.sh"),
      args: [image.container.root, image.folder, ...mounts, "--", ...command],
      cwd: repository,
      env: { ...image.env, ...spec.env },
      logFile,
    })

  const id = `smoke-test-${name}-${process.pid}`
  const options = ["run", "--rm", "--init", "--name", id, "--network", "host"]
  options.push(
    "--read-only",
    "--tmpfs",
    "/tmp",
    "--cap-drop",
    "ALL",
    "--security-opt",
    "no-new-privileges:true",
  )
  for (const [key, value] of Object.entries(spec.env)) options.push("--env", `${key}=${value}`)
  for (const mount of mounts) options.push("--volume", mount)
  const args = [...options, image.tag, ...command]
  const client = startProgram({ name, program: "docker", args, cwd: repository, env: ENGINE_ENV, logFile })
  return {
    ...client,
    async kill() {
      await execa("docker", ["kill", id], { reject: false })
      await client.exited
    },
  }
}

/** Runs a container to its end. @throws UserError with the end of its log when it fails */
export function runContainer(spec: ContainerSpec): Promise<void> {
  return runToEnd(startContainer(spec))
}

/** @throws UserError when a container runs as root, or can write outside its volumes and /tmp */
export async function checkIsolation(image: Image, logFile: string): Promise<void> {
  const check =
    '[ "$(id -un)" = node ] && touch /tmp/a && ! touch /home/node/a && grep -q "^CapBnd:.*0000000000000000" /proc/self/status'
  await runContainer({
    name: "the check of the isolation",
    image,
    command: ["sh", "-c", check],
    env: {},
    volumes: {},
    logFile,
  })
}
