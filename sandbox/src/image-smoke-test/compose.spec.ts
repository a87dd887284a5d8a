import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { parse } from "yaml"
import { z } from "zod"
import { repository } from "../launcher/builds.js"

const read = (name: string) => readFileSync(join(repository, name), "utf8")

const service = z.object({
  restart: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).min(1),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ disable: z.boolean().optional() }).optional(),
  build: z.object({ dockerfile: z.string() }).optional(),
  logging: z.object({ options: z.object({ "max-size": z.string(), "max-file": z.string() }) }),
  security_opt: z.tuple([z.literal("no-new-privileges:true")]),
  deploy: z.object({ resources: z.object({ limits: z.object({ cpus: z.string(), memory: z.string() }) }) }),
})
const compose = z
  .object({
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.null()),
    networks: z.record(z.string(), z.unknown()),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  })
  // Resource limits, bounded logs and no new privileges: a service without them does not parse.
  .parse(parse(read("docker-compose.yml"), { merge: true }))
const services = Object.entries(compose.services)

it("restarts and health-checks every service except the preparation, which ends", () => {
  for (const [name, { restart, healthcheck, build }] of services) {
    const isOneShot = name === "prepare"
    expect(restart, name).toBe(isOneShot ? "no" : "unless-stopped")
    const hasCheck = healthcheck !== undefined || /^HEALTHCHECK/m.test(build ? read(build.dockerfile) : "")
    expect(hasCheck && healthcheck?.disable !== true, name).toBe(!isOneShot)
  }
})

it("names no unknown service, volume, network or secret, and has no unused one", () => {
  const named = services.map(([, { depends_on, volumes, networks, secrets }]) => ({
    services: Object.keys(depends_on),
    volumes: volumes.map((volume) => volume.split(":")[0] ?? "").filter((volume) => !volume.startsWith(".")),
    networks,
    secrets,
  }))
  const all = (kind: "volumes" | "networks" | "secrets") =>
    [...new Set(named.flatMap((each) => each[kind]))].sort()
  for (const kind of ["volumes", "networks", "secrets"] as const)
    expect(all(kind)).toEqual(Object.keys(compose[kind]).sort())
  expect(Object.keys(compose.services)).toEqual(
    expect.arrayContaining(named.flatMap((each) => each.services)),
  )
})

it("has every secret created or requested by docker/make-secrets.sh", () => {
  const script = read("docker/make-secrets.sh")
  for (const { file } of Object.values(compose.secrets)) {
    const name = file.replace("./secrets/", "")
    expect(script).toMatch(new RegExp(`^keep ${name} |secrets/${name} is still missing`, "m"))
  }
})

it("gives the shop's processes known settings, and secrets only as files", () => {
  const schemas = read("backend/src/config/schema.ts") + read("storefront/server/environment.ts")
  const known = new Set([...schemas.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name))
  for (const [name, { environment, build }] of services) {
    const settings = build === undefined ? [] : Object.keys(environment)
    const isSecret = /(SECRET|PASSWORD|SMTP_URL|DATABASE_URL)$/
    expect(
      settings.filter((setting) => !known.has(setting.replace(/_FILE$/, ""))),
      name,
    ).toEqual([])
    expect(
      settings.filter((setting) => isSecret.test(setting)),
      name,
    ).toEqual([])
  }
})

it("is tested by images:test with the same settings", () => {
  const tested = read("sandbox/src/image-smoke-test/deployment.ts")
  const { environment } = compose.services["server-1"] ?? {}
  for (const setting of Object.keys(environment ?? {}).filter((name) => name !== "MEDUSA_WORKER_MODE"))
    expect(tested).toMatch(new RegExp(`^ +${setting}: `, "m"))
})

it("names an exact version of every image", () => {
  const images = [...read("docker-compose.yml").matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image)
  expect(images.length).toBeGreaterThan(4)
  for (const image of images) expect(image).toMatch(/:(\d+\.\d+[\w.-]*|\$\{SHOP_VERSION:-local\})$/)
})

it("builds both images from the Node version of .nvmrc", () => {
  const dockerfiles = ["docker/backend.Dockerfile", "docker/storefront.Dockerfile"].map(read)
  const bases = dockerfiles.flatMap((text) =>
    [...text.matchAll(/^FROM (node:\S+)/gm)].map(([, base]) => base),
  )
  const [base, ...others] = new Set(bases)
  expect(others).toEqual([])
  expect(base).toMatch(new RegExp(`^node:${read(".nvmrc").trim()}\\.\\d+\\.\\d+-`))
})
