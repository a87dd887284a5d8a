import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { execa } from "execa"
import { expect, it } from "vitest"
import { repository } from "../launcher/builds.js"
import { inheritedEnvironment } from "../process/environment.js"
import { temporaryFolder } from "../testing/temporary-folder.js"

const FILES = ["docker-compose.yml", "docker/backend.Dockerfile", "docker/storefront.Dockerfile"]

it("docker/pin-images.sh pins every image to its digest, and renews the digests", async () => {
  const folder = temporaryFolder()
  for (const name of [...FILES, "docker/pin-images.sh"]) cpSync(join(repository, name), join(folder, name))
  const stubs = join(folder, "stubs")
  mkdirSync(stubs)
  /** A registry in which every image has this digest. */
  const registry = (digest: string) => {
    writeFileSync(join(stubs, "docker"), `#!/bin/sh\necho sha256:${digest}\n`)
    chmodSync(join(stubs, "docker"), 0o755)
  }
  const { PATH = "", ...env } = inheritedEnvironment()
  const pin = (...args: string[]) =>
    execa(join(folder, "docker/pin-images.sh"), args, {
      extendEnv: false,
      env: { ...env, PATH: `${stubs}:${PATH}` },
      reject: false,
    })
  const images = () =>
    FILES.flatMap((name) =>
      [...readFileSync(join(folder, name), "utf8").matchAll(/^(?:FROM| +image:) ([a-z]\S*:v?\d\S*)/gm)].map(
        ([, image = ""]) => image,
      ),
    )
  const tags = images().map((image) => image.split("@")[0])
  expect(tags.length).toBeGreaterThan(6)

  for (const digest of ["a".repeat(64), "b".repeat(64)]) {
    registry(digest)
    expect((await pin()).exitCode).toBe(0)
    expect(images()).toEqual(tags.map((tag) => `${tag ?? ""}@sha256:${digest}`))
    expect((await pin("--check")).exitCode).toBe(0)
  }

  const compose = join(folder, "docker-compose.yml")
  writeFileSync(compose, readFileSync(compose, "utf8").replace(/(caddy:[\d.]+)@\S+/, "$1"))
  const { exitCode, stdout } = await pin("--check")
  expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^Without a digest:\ncaddy:[\d.]+$/)])

  registry("none")
  expect((await pin()).exitCode).toBe(1)
})
