import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { repository } from "./builds.js"

export const DEMO_BRAND = "demo"

const folder = join(repository, "brands")
const fileOf = (name: string) => join(folder, name, "brand.json")

/** The brands that can be started: the folders in `brands/` with a `brand.json`. */
export const brandNames = (): string[] => readdirSync(folder).filter((name) => existsSync(fileOf(name)))

/** The address of the first member of staff. The backend's check reports a `brand.json` that cannot be read. */
export function staffEmailOf(brand: string): string {
  const schema = z.object({ staffEmail: z.email() })
  return schema.parse(JSON.parse(readFileSync(fileOf(brand), "utf8"))).staffEmail
}
