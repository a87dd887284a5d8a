import { execa } from "execa"
import { z } from "zod"
import { npmCli, repository } from "../launcher/builds.js"
import { UserError } from "../process/user-error.js"
import { ENGINE_ENV, type Image } from "./images.js"

/** @throws UserError when an image contains files that must stay on this machine, or packages that `npm run shop sbom` does not list */
export async function checkContents(images: readonly Image[]): Promise<void> {
  const listed = await listedPackages()
  for (const image of images) {
    const foreign = await find(
      image,
      "-path '*/node_modules' -prune -o \\( -name '.env*' -o -name '*.spec.*' -o -name secrets \\) -print",
    )
    if (foreign.length > 0)
      throw new UserError(`${image.tag} contains files that .dockerignore must exclude:`, foreign)
    const packages = (await find(image, "-path '*/node_modules/*/package.json'")).flatMap(folderOfPackage)
    if (packages.length < 100) throw new UserError(`${image.tag} contains ${packages.length} packages.`)
    const unlisted = packages.filter((folder) => !listed.has(folder))
    if (unlisted.length > 0)
      throw new UserError(`${image.tag} contains packages that npm run shop sbom does not list:`, unlisted)
  }
}

/** The lines that `find /shop …` prints in an image. */
async function find(image: Image, conditions: string): Promise<string[]> {
  const command = `find /shop ${conditions}`
  const args =
    image.engine === "docker"
      ? ["run", "--rm", image.tag, "sh", "-c", command]
      : ["run", image.container?.name ?? "", "--", "sh", "-c", command]
  const { stdout } = await execa(image.engine, args, { env: ENGINE_ENV })
  return stdout.split("\n").filter((line) => line !== "")
}

/** `node_modules/react` of `/shop/node_modules/react/package.json`; nothing of a package.json deeper in a package. */
function folderOfPackage(file: string): string[] {
  const name = "node_modules/(?:@[^/]+/)?[^/]+"
  const folder = new RegExp(`^/shop/((?:[a-z]+/)?${name}(?:/${name})*)/package\\.json$`).exec(file)?.[1]
  return folder === undefined ? [] : [folder]
}

const sbomSchema = z.object({ components: z.array(z.object({ "bom-ref": z.string() })) })

async function listedPackages(): Promise<ReadonlySet<string>> {
  const { stdout } = await execa(process.execPath, [npmCli(), "run", "--silent", "shop", "sbom"], {
    cwd: repository,
  })
  return new Set(sbomSchema.parse(JSON.parse(stdout)).components.map((one) => one["bom-ref"]))
}
