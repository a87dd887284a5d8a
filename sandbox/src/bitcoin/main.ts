import { z } from "zod"
import { announce } from "../process/child.js"
import { openNetwork } from "./open-network.js"

const { BITCOIN_DATA, ESPLORA_PORT, BLOCK_SECONDS, LIGHTNING_PORT } = z
  .object({
    BITCOIN_DATA: z.string().min(1),
    ESPLORA_PORT: z.coerce.number().int().min(0).max(65535),
    BLOCK_SECONDS: z.coerce.number().min(0),
    LIGHTNING_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  })
  .parse(process.env)

const { url, lightning, close } = await openNetwork({
  dataDir: BITCOIN_DATA,
  port: ESPLORA_PORT,
  blockSeconds: BLOCK_SECONDS,
  lightningPort: LIGHTNING_PORT,
})
announce(url, close, { lightning })
