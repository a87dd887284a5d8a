import type { ExecArgs } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** Recovery looks up recent orders every ten seconds (workflows/place-order/recover.ts); Medusa has no index on their time. */
export default async function indexOrdersByTime({ container }: ExecArgs): Promise<void> {
  await container
    .resolve(ContainerRegistrationKeys.PG_CONNECTION)
    .raw(`create index if not exists "IDX_order_created_at" on "order" (created_at) where deleted_at is null`)
}
