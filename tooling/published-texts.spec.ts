import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { z } from "zod"

/*
 * What the packages' pages on npm show as code. Their TypeScript is compiled by `slow/published-packages`, which also runs each command's
 * help; the journeys of `e2e/plugin` show the element, and `slow/bitcoin-plugin` follows the states. The rest is here.
 */
const root = fileURLToPath(new URL("..", import.meta.url))
const PLUGIN = "backend/src/modules/bitcoin-payment"
const KIT = "packages/medusa-payment-bitcoin-storefront"
const read = (file: string) => readFileSync(join(root, file), "utf8")
const pages = [PLUGIN, KIT, "packages/medusa-payments", "sandbox/published"].map((folder) =>
  read(`${folder}/README.md`),
)
const blocks = pages.flatMap((page) =>
  [...page.matchAll(/^ *```(\w*)\n([^]*?)^ *```/gm)].map(([, language = "", code = ""]) => ({
    language,
    code,
  })),
)
const ofLanguage = (language: string) =>
  blocks.filter((each) => each.language === language).map(({ code }) => code)
const scriptsSchema = z.object({ scripts: z.record(z.string(), z.string()) })
const scriptsOf = (folder: string) =>
  scriptsSchema.parse(JSON.parse(read(join(folder, "package.json")))).scripts

it("every block of code is in a language that a test reads", () => {
  const languages = new Set(blocks.map(({ language }) => language))
  expect([...languages].sort()).toEqual(["css", "html", "mermaid", "sh", "ts", "tsx", "yaml"])
})

describe("the commands", () => {
  const lines = ofLanguage("sh").flatMap((code) => code.trim().split("\n"))

  it.each(lines)("`%s` is one that exists", (line) => {
    const [command = ""] = line.split(/ +#/)
    const [program, ...words] = command.split(" ")
    if (program === "tar") expect(existsSync(join(root, PLUGIN, "examples/store"))).toBe(true)
    else if (words[0] === "medusa-payment-bitcoin")
      expect(read(`${PLUGIN}/src/cli.ts`)).toContain(`npx medusa-payment-bitcoin ${words[1] ?? ""}`)
    else if (words[0] === "run") expect(scriptsOf(`${PLUGIN}/examples/store`)).toHaveProperty(words[1] ?? "")
    else
      expect(command).toMatch(
        /^npx medusa db:migrate$|^npm install( --save-dev medusa-payment-bitcoin-sandbox)?$/,
      )
  })
})

it("the element is written with the name, the attributes and the address that it has", () => {
  const element = read(`${KIT}/src/element.ts`)
  const snippets = ofLanguage("html")
  expect(snippets.length).toBeGreaterThan(0)
  for (const html of snippets) {
    const [, name = "", attributes = ""] = /<([\w-]+-[\w-]+)([^>]*)>/.exec(html) ?? []
    expect(read(`${KIT}/src/define.ts`)).toContain(`customElements.define("${name}"`)
    for (const [, attribute = ""] of attributes.matchAll(/([\w-]+)="/g))
      expect(element).toContain(`"${attribute}"`)
    const [, script = ""] = /src="https:\/\/api\.example\.com\/([^"]+)"/.exec(html) ?? []
    expect(existsSync(join(root, PLUGIN, "src/api", script, "route.ts"))).toBe(true)
  }
})

it("styles name variables and parts that the element has", () => {
  const sources = readdirSync(join(root, KIT, "src"))
    .filter((file) => !file.includes(".spec."))
    .map((file) => read(`${KIT}/src/${file}`))
    .join("\n")
  const page = read(`${KIT}/README.md`)
  const variables = [...page.matchAll(/--bp-[\w-]+/g)].map(([variable]) => variable)
  const [, listed = ""] = /the parts ([^]*?):\n/.exec(page) ?? []
  const parts = [...listed.matchAll(/`([\w-]+)`/g)].map(([, part = ""]) => part)
  expect(parts.length).toBeGreaterThan(10)
  for (const variable of variables) expect(sources).toContain(`${variable}:`)
  for (const part of parts) expect(sources).toContain(`part: "${part}"`)
  for (const [, part = ""] of ofLanguage("css")
    .join("\n")
    .matchAll(/::part\((\w+)\)/g))
    expect(parts).toContain(part)
})

it("the sequence diagram names no one who does not take part", () => {
  for (const diagram of ofLanguage("mermaid")) {
    const known = [...diagram.matchAll(/^\s*(?:actor|participant) (\w+)/gm)].map(([, name]) => name)
    const named = [...diagram.matchAll(/^\s*(\w+)-?->>(\w+):/gm)].flatMap(([, from, to]) => [from, to])
    expect(diagram).toMatch(/^\s*sequenceDiagram\n/)
    expect(new Set(named)).toEqual(new Set(known))
  }
})

/** Of `bitcoind -help` and `bitcoin-cli -help`, Bitcoin Core 28. */
const DOCUMENTED = [
  ...[
    "-regtest",
    "-server",
    "-txindex",
    "-fallbackfee",
    "-rpcbind",
    "-rpcallowip",
    "-rpcuser",
    "-rpcpassword",
  ],
  "-generate",
]
const composeSchema = z.strictObject({
  services: z.strictObject({
    bitcoind: z.strictObject({
      image: z.string().regex(/^bitcoin\/bitcoin:\d+\.\d+$/),
      command: z.string(),
      ports: z.array(z.string().startsWith("127.0.0.1:")),
      healthcheck: z.strictObject({
        test: z.tuple([z.literal("CMD"), z.literal("bitcoin-cli")]).rest(z.string()),
        interval: z.string(),
      }),
    }),
  }),
})

it("the Compose file of bitcoind has documented options, and is the node that the options beside it name", () => {
  const [compose = "", ...others] = ofLanguage("yaml")
  expect(others).toEqual([])
  const { command, ports, healthcheck } = composeSchema.parse(parse(compose)).services.bitcoind
  const [source = ""] = ofLanguage("ts").filter((code) => code.includes('kind: "core"'))
  const valueOf = (name: string) => new RegExp(`${name}: "([^"]+)"`).exec(source)?.[1] ?? ""
  const { port } = new URL(valueOf("url"))
  expect(ports).toEqual([`127.0.0.1:${port}:${port}`])
  const credentials = [`-rpcuser=${valueOf("user")}`, `-rpcpassword=${valueOf("password")}`]
  const options = command.split(" ")
  expect(options).toEqual(expect.arrayContaining(["-regtest", ...credentials]))
  expect(healthcheck.test).toEqual(expect.arrayContaining(["-regtest", ...credentials]))
  const page = read(`${PLUGIN}/README.md`)
  const beside = page.slice(page.indexOf("`docker compose up --wait`"))
  expect(beside.slice(0, 200)).toContain(["-regtest", ...credentials].join(" "))
  const used = [...options, ...healthcheck.test].filter((word) => word.startsWith("-"))
  expect(
    used.map((option) => option.split("=")[0]).filter((name) => !DOCUMENTED.includes(name ?? "")),
  ).toEqual([])
})

const workflowSchema = z.object({
  permissions: z.strictObject({ contents: z.literal("read"), "id-token": z.literal("write") }),
  jobs: z.object({
    publish: z.object({
      steps: z.array(
        z.union([
          z.strictObject({ run: z.string() }),
          z.strictObject({
            uses: z.string().regex(/^actions\/[\w-]+@v\d+$/),
            with: z.record(z.string(), z.unknown()).optional(),
          }),
        ]),
      ),
    }),
  }),
})

it("the workflow that publishes holds no token, and calls scripts and tests that exist", () => {
  const text = read(".github/workflows/publish.yml")
  expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/)
  const { steps } = workflowSchema.parse(parse(text)).jobs.publish
  const commands = steps.flatMap((step) => ("run" in step ? [step.run] : [])).join("\n")
  const scripts = [...commands.matchAll(/npm run ([\w:]+)/g)].map(([, script = ""]) => script)
  expect(scripts.filter((script) => !(script in scriptsOf(".")))).toEqual([])
  const [, config = "", ...specs] = /vitest run -c (\S+) (\S+) (\S+)/.exec(commands) ?? []
  expect(existsSync(join(root, config))).toBe(true)
  const slow = readdirSync(join(root, "backend/integration/slow"))
  expect(specs.filter((spec) => !slow.some((file) => file.startsWith(spec)))).toEqual([])
  const packs = scriptsOf(".")["pack:published"] ?? ""
  const [program = ""] = /tooling\/\S+\.ts/.exec(packs) ?? []
  const [, folder = ""] = /resolve\("([^"]+)"\)/.exec(read(program)) ?? []
  expect(commands).toContain(`${folder}/*.tgz`)
})
