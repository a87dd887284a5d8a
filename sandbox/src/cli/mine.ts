import { addressesOf, readSettings, usesSandboxChain } from "../launcher/settings.js"
import { runCommand } from "./command.js"
import { mineBlocks } from "./mine-blocks.js"

runCommand(([count = "1"]) => {
  const settings = readSettings()
  return mineBlocks(
    usesSandboxChain(settings) ? addressesOf(settings).esplora : null,
    count,
    "npm run mine --",
  )
})
