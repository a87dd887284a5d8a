/**
 * Checks the brand in the folder of the first argument, made from the template in that of the second, with the code of backend
 * and storefront. Prints sentences as JSON.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"

const isFunction = (value: unknown) => typeof value === "function"
const coloursModule = z.object({ colourProblems: z.custom<(css: string) => string[]>(isFunction) })
const picturesModule = z.object({
  pictureProblems: z.custom<(folder: string) => Promise<string[]>>(isFunction),
})
const leftoversModule = z.object({
  templateLeftovers: z.custom<(folder: string, template: string) => Promise<string[]>>(isFunction),
})
const catalogueModule = z.object({ catalogueProblems: z.custom<(folder: string) => string[]>(isFunction) })

const load = (file: string): Promise<unknown> => import(new URL(`../../../${file}`, import.meta.url).href)

const [folder = "", template = ""] = process.argv.slice(2)
const { colourProblems } = coloursModule.parse(await load("storefront/build/colour-problems.ts"))
const { pictureProblems } = picturesModule.parse(await load("storefront/build/picture-problems.ts"))
const { templateLeftovers } = leftoversModule.parse(await load("storefront/build/template-leftovers.ts"))
const { catalogueProblems } = catalogueModule.parse(
  await load("backend/src/scripts/seed/catalogue/catalogue-problems.ts"),
)
/** What the law asks a shop to say, and only its owner knows. A new brand has null there. */
const settingsFile = z.looseObject({
  status: z.string(),
  companyNumber: z.string(),
  registeredIn: z.string().nullish(),
})
const policiesFile = z.object({
  policies: z.looseObject({ law: z.string().nullish(), otherGoods: z.string().nullish() }),
})

const settings = existsSync(join(folder, "brand.json"))
  ? settingsFile.parse(JSON.parse(readFileSync(join(folder, "brand.json"), "utf8")))
  : undefined

async function unfilled(): Promise<string[]> {
  const { companyNumber, registeredIn } = settings ?? {}
  const words = join(folder, "copy/policies.ts")
  const { policies } = existsSync(words) ? policiesFile.parse(await import(words)) : {}
  return [
    ...(companyNumber !== undefined && companyNumber !== "none" && !registeredIn
      ? ["brand.json: registeredIn is not filled in: where the company is registered, like England and Wales"]
      : []),
    ...(policies && !policies.law
      ? ["copy/policies.ts: law is not filled in: whose law applies, like England and Wales"]
      : []),
    ...(policies && !policies.otherGoods
      ? ["copy/policies.ts: otherGoods is not filled in: how goods that are not food come back, or none"]
      : []),
  ]
}

const css = join(folder, "colours.css")
const problems = [
  ...(existsSync(css)
    ? colourProblems(readFileSync(css, "utf8")).map((sentence) => `colours.css: ${sentence}`)
    : ["colours.css is missing"]),
  ...(await pictureProblems(folder)),
  ...catalogueProblems(folder),
  ...(await unfilled()),
  // The demonstration was not made from the template, and its facts are invented like the template's.
  ...(settings?.status === "demo" ? [] : await templateLeftovers(folder, template)),
]
process.stdout.write(JSON.stringify(problems))
