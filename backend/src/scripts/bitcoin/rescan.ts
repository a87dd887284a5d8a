import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { sourceSettingsSchema } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { querySql } from "../../platform/sql/query"
import { readArguments, runCommand, UserError } from "./command"
import { withShopDatabase } from "./shop-database"
import { readShopSettings, type ShopSettings } from "./shop-settings"

const USAGE = `npm run shop bitcoin:rescan [-- --from-height <block>]
  Has every address that was ever given out looked at again, expired and settled ones too, and a Bitcoin Core node search
  its past again, from its wallet's birthday (BITCOIN_WALLET_BIRTHDAY) or from --from-height on.
  It only asks: the running shop does it beside its work, a stopped one when it starts again. Nothing is decided by it.`

const walletRow = z.object({ is_running: z.boolean() })
/** After failures the watcher may pause for a minute. */
const WALLET = `
  update bitcoin_wallet set tip_hash = null, rescan_from = coalesce(cast(:rescanFrom as integer), rescan_from), updated_at = now()
   where retired_at is null
  returning coalesce(last_poll_at > now() - interval '2 minutes', false) as is_running`

const tipRow = z.object({ tip_height: z.number().int().nullable() })
const TIP = `select tip_height from bitcoin_wallet where retired_at is null`

const requestedRow = z.object({ count: z.number().int() })
const REQUEST_POLLS = `
  with requested as (
    update bitcoin_invoice set poll_requested = true
     where id in (select id from bitcoin_invoice where not poll_requested order by id for no key update) returning 1)
  select count(*)::int as count from requested`

void runCommand(USAGE, async () => {
  const { "from-height": height } = readArguments(USAGE, { "from-height": { type: "string" } })
  const from = height === undefined ? null : heightOf(height)
  const settings = readShopSettings()
  const hasNode = isCore(settings)
  if (from !== null && !hasNode)
    throw new UserError(
      "--from-height is for a Bitcoin Core node (BITCOIN_SOURCE=core); an Esplora knows all blocks.",
    )
  const done = await withShopDatabase(settings, (database) =>
    requestRescan(database, hasNode ? (from ?? -1) : null),
  )
  process.stdout.write(
    [
      settings.foundIn,
      `${done.requested} addresses will be polled again.`,
      ...(hasNode
        ? [
            `The node will rescan its blocks from ${from === null ? "the wallet's birthday" : `block ${from}`} on.`,
          ]
        : []),
      done.isRunning
        ? "The shop is running and begins within seconds; npm run shop bitcoin:status shows how far it is."
        : "The shop is not polling the chain at the moment: the rescan begins when it is started again.",
      "",
    ].join("\n"),
  )
  return 0
})

async function requestRescan(
  database: Knex,
  rescanFrom: number | null,
): Promise<{ requested: number; isRunning: boolean }> {
  const [known] = await querySql(database, tipRow, TIP)
  const tip = known?.tip_height ?? null
  if (rescanFrom !== null && tip !== null && rescanFrom > tip)
    throw new UserError(`The newest block is ${tip}: --from-height needs that one or an earlier one.`)
  const [wallet] = await querySql(database, walletRow, WALLET, { rescanFrom })
  if (wallet === undefined) throw new UserError("The shop has no wallet yet: there is nothing to rescan.")
  const [requested] = await querySql(database, requestedRow, REQUEST_POLLS)
  return { requested: requested?.count ?? 0, isRunning: wallet.is_running }
}

function isCore({ source }: ShopSettings): boolean {
  const settings = sourceSettingsSchema.safeParse(source)
  return settings.success && settings.data.some(({ kind }) => kind === "core")
}

function heightOf(text: string): number {
  if (!/^\d{1,8}$/.test(text))
    throw new UserError(`--from-height needs the height of a block, like 840000.\n\n${USAGE}`)
  return Number(text)
}
