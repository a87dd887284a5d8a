import { execa } from "execa"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { pathBeside, TYPESCRIPT } from "../process/child.js"
import { inheritedEnvironment } from "../process/environment.js"
import { binOf, repository } from "./builds.js"

const TEMPLATE = join(repository, "brands/template")
const TEMPLATE_COPY = join(TEMPLATE, "copy")
/** `brands/acorn/copy/home.ts(3,14): error TS2741: Property 'lead' is missing …` */
const TYPE_ERROR = /copy\/([\w-]+\.ts)\((\d+),\d+\): error TS\d+: (.+)/g

/**
 * What is missing or wrong in a brand, or left of the template: words, colours, pictures, first products.
 * @param folder the brand's, beside `brands/types.ts`
 * @returns sentences for the merchant, each with its file
 */
export async function brandProblems(folder: string): Promise<string[]> {
  const [words, others] = await Promise.all([wordProblems(folder), otherProblems(folder)])
  return [...words, ...others]
}

/** Each file of the template must be there with the same names, and fit the types in `brands/types.ts`. */
async function wordProblems(folder: string): Promise<string[]> {
  const missing = readdirSync(TEMPLATE_COPY).flatMap((file) => {
    const own = join(folder, "copy", file)
    if (!existsSync(own)) return [`copy/${file} is missing`]
    const names = exportsOf(own)
    return exportsOf(join(TEMPLATE_COPY, file))
      .filter((name) => !names.includes(name))
      .map((name) => `copy/${file}: export const ${name} is missing`)
  })
  const copy = join(folder, "copy")
  const files = existsSync(copy) ? readdirSync(copy).map((file) => join(copy, file)) : []
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext"]
  const { stdout } = await execa(
    process.execPath,
    [binOf("sandbox", "typescript-native", "tsc"), ...options, "--moduleResolution", "bundler", ...files],
    { cwd: folder, reject: false },
  )
  const wrong = [...stdout.matchAll(TYPE_ERROR)].map(
    ([, file = "", line = "", sentence = ""]) => `copy/${file}, line ${line}: ${sentence}`,
  )
  return [...missing, ...wrong]
}

const exportsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/^export const (\w+)/gm)].flatMap(([, name]) => name ?? [])

/** Checked in a child process, because it loads the code of backend and storefront from their sources. */
async function otherProblems(folder: string): Promise<string[]> {
  const script = pathBeside(import.meta.url, "./validate-brand.ts")
  const { stdout } = await execa(
    process.execPath,
    ["--conditions", "source", ...TYPESCRIPT, script, folder, TEMPLATE],
    {
      cwd: join(repository, "backend"),
      env: inheritedEnvironment(),
      extendEnv: false,
    },
  )
  return z.array(z.string()).parse(JSON.parse(stdout))
}
