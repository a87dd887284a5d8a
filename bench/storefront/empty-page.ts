import { createServer } from "node:http"
import type { Findings } from "./budgets"
import { startHttpsFront } from "./https-front"
import { measureLighthouse } from "./lighthouse"

const HTML = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>An empty page</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="Nothing">
</head><body><h1>Nothing</h1></body></html>`

/** Lighthouse's values for a page with only a heading: the share of the machine in all other values. */
export async function measureEmptyPage(runs: number): Promise<Findings> {
  const server = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end(HTML),
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("A server listens on a port")
  const front = await startHttpsFront(`http://127.0.0.1:${String(address.port)}`)
  try {
    return await measureLighthouse(front.url, { name: "an empty page", path: "/" }, "", runs)
  } finally {
    await front.stop()
    server.close()
  }
}
