import { execa } from "execa"
import { type Child, runToEnd, startProgram } from "../process/child.js"
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

/** Starts a container of a built image on this machine's network, as the image's own user. */
export function startContainer(spec: ContainerSpec): Child {
  const { name, image, replacements = {}, logFile } = spec
  const command = (spec.command ?? image.command).map((word) => replacements[word] ?? word)
  const env = Object.entries(spec.env).flatMap(([key, value]) => ["--env", `${key}=${value}`])
  const volumes = Object.entries(spec.volumes).flatMap(([path, folder]) => ["--volume", `${folder}:${path}`])
  const start = (args: readonly string[]) =>
    startProgram({ name, program: image.engine, args, cwd: repository, env: ENGINE_ENV, logFile })
  if (image.container !== undefined)
    return start(["run", "--isolation", "chroot", ...env, ...volumes, image.container, "--", ...command])

  const id = `smoke-test-${name}-${process.pid}`
  const options = ["--rm", "--init", "--name", id, "--network", "host"]
  const client = start(["run", ...options, ...env, ...volumes, image.tag, ...command])
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
