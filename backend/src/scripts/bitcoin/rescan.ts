import { z } from "@medusajs/framework/zod"
import { sourceSettingsSchema } from "../../modules/bitcoin-payment"
import type { RowSource } from "../../query/row-source"
import { readArguments, runCommand, Told } from "./command"
import { withShopDatabase } from "./shop-database"
import { readShopSettings, type ShopSettings } from "./shop-settings"

const USAGE = `npm run bitcoin:rescan [-- --from-height <block>]
  Has every address that was ever given out looked at again, expired and settled ones too, and a Bitcoin Core node search
  its past again, from its wallet's birthday (BITCOIN_WALLET_BIRTHDAY) or from --from-height on.
  It only asks: the running shop does it beside its work, a stopped one when it starts again. Nothing is decided by it.`

const walletRow = z.object({ is_running: z.boolean() })
/** A watcher in trouble may pause for a minute. */
const WALLET = `
  update bitcoin_wallet set tip_hash = null, search_from = coalesce($1::int, search_from), updated_at = now()
   where retired_at is null
  returning coalesce(last_look_at > now() - interval '2 minutes', false) as is_running`

const markedRow = z.object({ count: z.number().int() })
const MARK = `
  with marked as (update bitcoin_invoice set look_now = true where not look_now returning 1)
  select count(*)::int as count from marked`

void runCommand(USAGE, async () => {
  const { "from-height": height } = readArguments(USAGE, { "from-height": { type: "string" } })
  const from = height === undefined ? null : heightOf(height)
  const settings = readShopSettings()
  const hasNode = isCore(settings)
  if (from !== null && !hasNode)
    throw new Told(
      "--from-height is for a Bitcoin Core node (BITCOIN_SOURCE=core); an Esplora knows all blocks.",
    )
  const done = await withShopDatabase(settings, (database) => mark(database, hasNode ? (from ?? -1) : null))
  process.stdout.write(
    [
      settings.foundIn,
      `${done.marked} addresses are marked to be looked at again, 50 with each look.`,
      ...(hasNode
        ? [
            `The node will be asked to search its blocks again from ${from === null ? "the wallet's birthday" : `block ${from}`} on.`,
          ]
        : []),
      done.isRunning
        ? "The shop is running and begins within seconds; npm run bitcoin:status shows how far it is."
        : "The shop does not look at the chain at the moment: it begins when it is started again.",
      "",
    ].join("\n"),
  )
  return 0
})

async function mark(
  database: RowSource,
  searchFrom: number | null,
): Promise<{ marked: number; isRunning: boolean }> {
  const [wallet] = await database.rows(walletRow, WALLET, [searchFrom])
  if (wallet === undefined) throw new Told("The shop has no wallet yet: there is nothing to look at.")
  const [marked] = await database.rows(markedRow, MARK)
  return { marked: marked?.count ?? 0, isRunning: wallet.is_running }
}

function isCore({ source }: ShopSettings): boolean {
  const settings = sourceSettingsSchema.safeParse(source)
  return settings.success && settings.data.kind === "core"
}

function heightOf(text: string): number {
  if (!/^\d{1,8}$/.test(text))
    throw new Told(`--from-height needs the height of a block, like 840000.\n\n${USAGE}`)
  return Number(text)
}
