import { z } from "zod"
import { addressesOf, readSettings, usesSandboxChain } from "../launcher/settings.js"
import { UserError } from "../process/user-error.js"
import { runCommand, sendToSandbox } from "./command.js"

runCommand(async ([count = "1"]) => {
  const blocks = Number(count)
  if (!Number.isInteger(blocks) || blocks < 1 || blocks > 1000)
    throw new UserError(`"${count}" is not a number of blocks from 1 to 1000. Example: npm run mine -- 3`)
  const settings = readSettings()
  if (!usesSandboxChain(settings))
    throw new UserError("The shop watches your own chain. Mine with your own node:", [
      `bitcoin-cli -regtest -generate ${blocks}`,
    ])
  const { height } = await sendToSandbox(
    addressesOf(settings).esplora,
    "mine",
    { blocks },
    z.object({ height: z.number() }),
  )
  return [`Mined ${blocks === 1 ? "one block" : `${blocks} blocks`}. The chain has ${height} blocks.`]
})
