import { z } from "zod"

/** `npm test` sends some hundred requests, `npm run test:fuzz` 50,000. */
export const { FUZZ_SEED: seed, FUZZ_REQUESTS: count } = z
  .object({
    FUZZ_SEED: z.coerce.number().int().default(13),
    FUZZ_REQUESTS: z.coerce.number().int().min(1).default(300),
  })
  .parse(process.env)
