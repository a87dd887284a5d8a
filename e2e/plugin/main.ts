import { once } from "node:events"
import { parseArgs } from "node:util"
import { STAFF } from "../../backend/integration/harness/settings"
import { makeOrders } from "./orders"
import { takePictures } from "./pictures"
import { startPlugin } from "./start"

/**
 * `npm run plugin:try`: the plugin as npm packs it, in its example with Medusa's admin and an order of each kind, until
 * Ctrl-C. With `-- --to <folder>` it takes pictures of the widgets and ends.
 */
const say = (what: string) => process.stdout.write(`${what}\n`)
const { to } = parseArgs({ options: { to: { type: "string" } } }).values

const plugin = await startPlugin(say)
try {
  say("Making orders")
  const orders = await makeOrders(plugin)
  if (to === undefined) {
    say(
      `\n${plugin.url}/app   ${STAFF.email}   ${STAFF.password}\nBitcoin network: ${plugin.network.url}\nCtrl-C stops it.`,
    )
    await once(process, "SIGINT")
  } else {
    const complaints = await takePictures(plugin.url, to, orders)
    for (const complaint of new Set(complaints)) say(`console: ${complaint}`)
  }
} finally {
  await plugin.stop()
}
