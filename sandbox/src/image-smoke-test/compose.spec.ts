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
  ports: z.array(z.string()).default([]),
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
    expect(script).toMatch(
      new RegExp(`^keep ${name} |^optional ${name}$|secrets/${name} is still missing`, "m"),
    )
  }
})

const SCHEMAS = read("backend/src/platform/config/schema.ts") + read("storefront/server/environment.ts")

it("gives the shop's processes known settings, and secrets only as files", () => {
  const known = new Set([...SCHEMAS.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name))
  for (const [name, { environment, build }] of services) {
    const settings = build === undefined ? [] : Object.keys(environment)
    const isSecret = /(SECRET|PASSWORD|SMTP_URL|DATABASE_URL|REDIS_URL)$/
    expect(
      settings.filter((setting) => !known.has(setting) && !known.has(setting.replace(/_FILE$/, ""))),
      name,
    ).toEqual([])
    expect(
      settings.filter((setting) => isSecret.test(setting)),
      name,
    ).toEqual([])
  }
})

/** The sandbox's, or with one right value in production. */
const NOT_DECIDED = ["STRIPE_API_URL", "FIREBASE_AUTH_EMULATOR_HOST", "STAFF_SECOND_FACTOR"]

it("docker/env.example names every setting without a default that docker-compose.yml leaves to the operator, and only settings", () => {
  const fields = SCHEMAS.split(/^ {2}(?=[A-Z][A-Z0-9_]+:)/m).slice(1)
  const nameOf = (field: string) => field.slice(0, field.indexOf(":"))
  const undecided = fields.filter((field) => !/\.(default|prefault)\(/.test(field)).map(nameOf)
  expect(undecided.length).toBeGreaterThan(30)
  const set = services.flatMap(([, { environment }]) => Object.keys(environment))
  const offered = [...read("docker/env.example").matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].flatMap(
    ([, name]) => name ?? [],
  )
  const decided = [...set, ...offered].flatMap((name) => [name, name.replace(/_FILE$/, "")])
  expect(undecided.filter((name) => ![...decided, ...NOT_DECIDED].includes(name))).toEqual([])

  const readByCompose = [
    ...(read("docker-compose.yml") + read("docker/backup.sh")).matchAll(/(?:\$\{|setting )([A-Z][A-Z_]+)/g),
  ].map(([, name]) => name)
  const names = [...fields.map(nameOf), ...readByCompose]
  expect(
    offered.filter((name) => !names.includes(name) && !names.includes(name.replace(/_FILE$/, ""))),
  ).toEqual([])
})

it("publishes the proxy's ports only, and the metrics through no proxy", () => {
  const published = services.filter(([, { ports }]) => ports.some((port) => !port.startsWith("127.0.0.1:")))
  expect(published.map(([name]) => name)).toEqual(["proxy"])
  expect(compose.services.proxy?.ports).toEqual(["80:80", "443:443", "443:443/udp"])
  const metricsPorts = services.flatMap(([, { environment }]) =>
    Object.entries(environment).flatMap(([name, value]) => (name.endsWith("METRICS_PORT") ? [value] : [])),
  )
  expect(new Set(metricsPorts)).toEqual(new Set(["9464", "9465"]))
  // Addresses, no directives: a path like /metrics goes where every other path goes.
  const caddyfile = read("docker/Caddyfile").replaceAll(/^\s*#.*$/gm, "")
  for (const port of metricsPorts) expect(caddyfile).not.toContain(port)
  const upstreams = [...caddyfile.matchAll(/reverse_proxy ([^{]*\{\$[^}]+\})/g)].map(([, target]) => target)
  expect(upstreams).toEqual([
    "{$STOREFRONT_SERVER:storefront:8000}",
    "{$BACKEND_SERVERS:server-1:9000 server-2:9000}",
    "{$BACKEND_SERVERS:server-1:9000 server-2:9000}",
  ])
})

it("lets Prometheus read every process, under the names that the alerts use", () => {
  const targets = z.object({
    scrape_configs: z.array(
      z.object({
        job_name: z.string(),
        static_configs: z.tuple([z.object({ targets: z.array(z.string()) })]),
      }),
    ),
  })
  const jobs = targets.parse(parse(read("docker/prometheus.yml"))).scrape_configs
  const scraped = jobs.flatMap(({ job_name, static_configs: [{ targets }] }) =>
    targets.map((at) => [job_name, at]),
  )
  const served = services.flatMap(([name, { environment, restart }]) => {
    const port = environment.METRICS_PORT ?? environment.STOREFRONT_METRICS_PORT
    const job = environment.METRICS_PORT === undefined ? "storefront" : "backend"
    return port === undefined || restart === "no" ? [] : [[job, `${name}:${port}`]]
  })
  expect(scraped.sort()).toEqual(served.sort())
})

it("names an exact version of every image", () => {
  const images = [...read("docker-compose.yml").matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image)
  expect(images.length).toBeGreaterThan(4)
  for (const image of images)
    expect(image).toMatch(/:(v?\d+\.\d+[\w.-]*|\$\{SHOP_VERSION:-local\})(@sha256:[0-9a-f]{64})?$/)
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
