import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { repository } from "../launcher/repository.js"
import { readDockerfile } from "./dockerfile.js"

const read = (name: string) => readFileSync(join(repository, name), "utf8")
const images = ["docker/backend.Dockerfile", "docker/storefront.Dockerfile"]

it.each(images)(
  "%s is all of instructions that the rehearsal does, and runs as nobody of importance",
  (file) => {
    const stages = readDockerfile(read(file))
    expect(stages.map(({ name }) => name)).toEqual(["manifests", "build", "packages", "image"])
    const image = stages.at(-1)
    expect(image?.user).toBe("node")
    expect(image?.command[0]).toBe("node")
    expect(image?.healthCheck[0]).toBe("node")
  },
)

it("builds every stage from one version of Node, and it is that of .nvmrc", () => {
  const outside = images.flatMap((file) => {
    const stages = readDockerfile(read(file))
    return stages.map(({ base }) => base).filter((base) => !stages.some(({ name }) => name === base))
  })
  const [image, ...others] = new Set(outside)
  expect(others).toEqual([])
  expect(image).toMatch(new RegExp(`^node:${read(".nvmrc").trim()}\\.\\d+\\.\\d+-`))
})

it("names an exact version of every image in docker-compose.yml", () => {
  const named = [...read("docker-compose.yml").matchAll(/^ +image: (\S+)$/gm)].map(([, image = ""]) => image)
  expect(named.length).toBeGreaterThan(4)
  for (const image of named) expect(image).toMatch(/:(\d+\.\d+[\w.-]*|\$\{SHOP_VERSION:-local\})$/)
})

it("refuses to pass over what it does not know", () => {
  expect(() => readDockerfile("FROM a AS b\nVOLUME /data")).toThrow(/VOLUME/)
})
