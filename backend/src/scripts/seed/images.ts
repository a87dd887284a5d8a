import { readFile } from "node:fs/promises"
import path from "node:path"
import type { MedusaContainer } from "@medusajs/framework/types"
import { uploadFilesWorkflow } from "@medusajs/medusa/core-flows"
import { imagesDirectory } from "./catalogue/read-catalogue"

/** Addresses by file name. @param drawn what is drawn here; the other files are in the catalogue's image folder */
export async function uploadImages(
  container: MedusaContainer,
  filenames: readonly string[],
  drawn: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlyMap<string, string>> {
  if (filenames.length === 0) return new Map()
  const directory = imagesDirectory()
  const files = await Promise.all(
    filenames.map(async (filename) => {
      const svg = drawn.get(filename) ?? (await readFile(path.join(directory, filename)))
      return {
        filename,
        mimeType: "image/svg+xml",
        content: Buffer.from(svg).toString("base64"),
        access: "public" as const,
      }
    }),
  )
  const { result } = await uploadFilesWorkflow(container).run({ input: { files } })
  return new Map(
    result.flatMap((file, index) => {
      const filename = filenames[index]
      return filename ? [[filename, file.url] as const] : []
    }),
  )
}
