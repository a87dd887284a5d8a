import { z } from "zod"
import { announce } from "../process/serve.js"
import { serveBitcoin } from "./server.js"

const environment = z.object({
  BITCOIN_DATA: z.string().min(1),
  ESPLORA_PORT: z.coerce.number().int().min(0).max(65535),
  BLOCK_SECONDS: z.coerce.number().min(0),
})

const { BITCOIN_DATA, ESPLORA_PORT, BLOCK_SECONDS } = environment.parse(process.env)
const server = await serveBitcoin({ dataDir: BITCOIN_DATA, port: ESPLORA_PORT, blockSeconds: BLOCK_SECONDS })
announce(server.url, () => server.close())
