import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readFile } from "node:fs/promises"
import path from "node:path"

/** Made by `npm run build:browser`, beside the compiled sources. */
const SCRIPT = path.join(__dirname, "../../../../browser/element.js")

/** `<bitcoin-payment>` in one file, for the page of the plugin and for any other. */
export async function GET(_req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const script = await readFile(SCRIPT)
  res.set({ "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "public, max-age=300" })
  res.send(script)
}
