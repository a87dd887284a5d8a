import { z } from "@medusajs/framework/zod"

export const optionsSchema = z.object({
  /** The mail server, like `smtp://user:password@host:587` (STARTTLS when offered) or `smtps://…:465`. */
  smtpUrl: z.url({ protocol: /^smtps?$/ }),
  /** Who writes, like `Bramble & Comb <orders@shop.example>`. */
  from: z.string().min(3),
})
