import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { z } from "zod"

const root = fileURLToPath(new URL("..", import.meta.url))
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
const files = tracked.split("\n").filter((file) => existsSync(join(root, file)) && file !== "")
const read = (file: string) => readFileSync(join(root, file), "utf8")

/** As GitHub makes them. */
const anchorsOf = (page: string) =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  )

it("every relative link of a document leads to a file and a heading that exist", () => {
  const broken = files
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
        ([link, path = "", anchor]) => {
          const target = path === "" ? file : join(dirname(file), path)
          const isThere = existsSync(join(root, target))
          const hasAnchor = anchor === undefined || (isThere && anchorsOf(read(target)).includes(anchor))
          return isThere && hasAnchor ? [] : [`${file}: ${link}`]
        },
      ),
    )
  expect(broken).toEqual([])
})

/** `a/{b,c}.ts` names two files. */
function expand(path: string): string[] {
  const [braces, inner] = /\{([^{}]+)\}/.exec(path) ?? []
  return braces === undefined || inner === undefined
    ? [path]
    : inner.split(",").flatMap((part) => expand(path.replace(braces, part)))
}

/** The paths that a page names in code: files by their type, and folders with a slash at the end. */
const pathsIn = (page: string) =>
  [...page.matchAll(/`([\w.@[\]{},/-]+)`/g)]
    .flatMap(([, code = ""]) => expand(code))
    .filter((code) => /\w\.(tsx?|[cm]js|mts|css|md|sh)$|\w\/[\w.@[\]/-]+\/$/.test(code))

/** Every file and every folder by each end of its path: `orders/receipt.ts`, `backend/src/orders/`. */
function endsOfPaths(): Set<string> {
  const paths = files.flatMap((file) => {
    const parts = file.split("/")
    return parts.map((_, last) => parts.slice(0, last + 1).join("/") + (last + 1 < parts.length ? "/" : ""))
  })
  return new Set(
    [...new Set(paths)].flatMap((path) => path.split("/").map((_, at, parts) => parts.slice(at).join("/"))),
  )
}

it("every file and folder that a document names exists", () => {
  const known = endsOfPaths()
  const named = files
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) => pathsIn(read(file)).map((path) => ({ file, path })))
  expect(named.length).toBeGreaterThan(200)
  const missing = named.filter(({ path }) => !known.has(path))
  expect(missing.filter(({ path }) => !isMade(path))).toEqual([])
})

/** What a build or a run makes is ignored by git. */
function isMade(path: string): boolean {
  return spawnSync("git", ["check-ignore", "--quiet", path], { cwd: root }).status === 0
}

it("CONTRIBUTING.md names files and folders by their whole path", () => {
  const paths = pathsIn(read("CONTRIBUTING.md")).filter((path) => path.includes("/"))
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter((path) => !existsSync(join(root, path)) && !isMade(path))).toEqual([])
})

it("every decision that is cited exists and is listed", () => {
  const numbers = readdirSync(join(root, "docs/adr")).flatMap((name) => /^\d{4}/.exec(name) ?? [])
  const cited = files
    .filter((file) => /\.(tsx?|mts|mjs|c?js|json|md|yml)$/.test(file) && file !== "package-lock.json")
    .flatMap((file) =>
      [...read(file).matchAll(/\b(?:ADR |adr\/)(\d+)/g)].map(([, number = ""]) => ({ file, number })),
    )
  expect(cited.length).toBeGreaterThan(10)
  expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([])
  const listed = [...read("docs/adr/README.md").matchAll(/^- \[(\d{4})\]/gm)].map(([, number]) => number)
  expect(listed.sort()).toEqual(numbers.sort())
})

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()).default({}) })

it("every script and every command of the shop that is named exists", () => {
  const scripts = files
    .filter((file) => /(^|\/)package\.json$/.test(file))
    .flatMap((file) => Object.keys(packageSchema.parse(JSON.parse(read(file))).scripts))
  const commands = read("tooling/shop.ts")
  const named = files
    .filter((file) => /\.(tsx?|mts|mjs|md|yml|sh|example)$/.test(file))
    .flatMap((file) =>
      [
        ...read(file).matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*\w)(?:(?<=shop) ([a-z][\w:-]*\w))?/g),
      ].map(([, script = "", command]) => ({ file, script, command })),
    )
  expect(named.length).toBeGreaterThan(50)
  const isThere = ({ script, command }: (typeof named)[number]) =>
    scripts.includes(script) &&
    (command === undefined || new RegExp(`^ {2}"?${command}"?: \\[`, "m").test(commands))
  expect(named.filter((each) => !isThere(each))).toEqual([])
})
