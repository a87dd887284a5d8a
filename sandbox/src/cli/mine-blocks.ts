import { z } from "zod"
import { UserError } from "../process/user-error.js"
import { sendToSandbox } from "./command.js"

/** @param network null: the shop watches a chain of your own. @param command how the developer says it */
export async function mineBlocks(network: string | null, count: string, command: string): Promise<string[]> {
  const blocks = Number(count)
  if (!Number.isInteger(blocks) || blocks < 1 || blocks > 1000)
    throw new UserError(`"${count}" is not a number of blocks from 1 to 1000. Example: ${command} 3`)
  if (network === null)
    throw new UserError("The shop watches your own chain. Mine with your own node:", [
      `bitcoin-cli -regtest -generate ${blocks}`,
    ])
  const { height } = await sendToSandbox(network, "mine", { blocks }, z.object({ height: z.number() }))
  return [`Mined ${blocks === 1 ? "one block" : `${blocks} blocks`}. The chain has ${height} blocks.`]
}
