/** Checks the brand in the folder of the first argument with the code of backend and storefront. Prints sentences as JSON. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"

const isFunction = (value: unknown) => typeof value === "function"
const coloursModule = z.object({ colourProblems: z.custom<(css: string) => string[]>(isFunction) })
const picturesModule = z.object({
  pictureProblems: z.custom<(folder: string) => Promise<string[]>>(isFunction),
})
const catalogueModule = z.object({ catalogueProblems: z.custom<(folder: string) => string[]>(isFunction) })

const load = (file: string): Promise<unknown> => import(new URL(`../../../${file}`, import.meta.url).href)

const folder = process.argv[2] ?? ""
const { colourProblems } = coloursModule.parse(await load("storefront/build/colour-problems.ts"))
const { pictureProblems } = picturesModule.parse(await load("storefront/build/picture-problems.ts"))
const { catalogueProblems } = catalogueModule.parse(
  await load("backend/src/scripts/seed/catalogue/catalogue-problems.ts"),
)
const css = join(folder, "colours.css")
const problems = [
  ...(existsSync(css)
    ? colourProblems(readFileSync(css, "utf8")).map((sentence) => `colours.css: ${sentence}`)
    : ["colours.css is missing"]),
  ...(await pictureProblems(folder)),
  ...catalogueProblems(folder),
]
process.stdout.write(JSON.stringify(problems))
