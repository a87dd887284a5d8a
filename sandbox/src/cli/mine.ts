import { z } from "zod"
import { addressesOf, readSettings } from "../launcher/settings.js"
import { Explained } from "../process/explain.js"
import { runCommand } from "./run-command.js"
import { askSandbox } from "./sandbox-api.js"

runCommand(async ([count = "1"]) => {
  const blocks = Number(count)
  if (!Number.isInteger(blocks) || blocks < 1 || blocks > 1000) {
    throw new Explained(`"${count}" is no number of blocks: npm run mine -- 3 (1 to 1000).`)
  }
  const settings = readSettings()
  const tip = await askSandbox(
    addressesOf(settings).esplora,
    "mine",
    { blocks },
    z.object({ height: z.number(), hash: z.string() }),
  )
  return [
    `${blocks === 1 ? "One block" : `${blocks} blocks`} mined; the chain is now ${tip.height} blocks high.`,
  ]
})
