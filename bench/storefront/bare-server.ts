import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { z } from "zod"

/** Answers every request with the same bytes, which its input names: the limit of any server on Node. Prints its port. */
const { headers, base64 } = z
  .object({ headers: z.record(z.string(), z.string()), base64: z.base64() })
  .parse(await json(process.stdin))
const body = Buffer.from(base64, "base64")
const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body)
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address !== null && typeof address === "object") console.log(address.port)
})
