import { z } from "zod"
import { addressesOf, readSettings, usesSandboxLightning } from "../launcher/settings.js"
import { UserError } from "../process/user-error.js"
import { runCommand, sendToSandbox } from "./command.js"

const USAGE = [
  "npm run lightning -- away           the shop's node answers nobody, and still receives",
  "npm run lightning -- back           it answers again",
  "npm run lightning -- kill [node]    ends a node without a word and starts it again: shopper, hub or merchant",
]
const COMMANDS: Readonly<Record<string, (node?: string) => [path: string, body: object, done: string]>> = {
  away: () => ["away", { away: true }, "The shop's node is away."],
  back: () => ["away", { away: false }, "The shop's node is back."],
  kill: (node = "merchant") => ["kill", { node }, `The node of the ${node} was killed and runs again.`],
}

runCommand(async ([name = "", node]) => {
  const command = COMMANDS[name]
  if (command === undefined) throw new UserError("Say what is to happen to the Lightning network:", USAGE)
  const settings = readSettings()
  if (!usesSandboxLightning(settings)) throw new UserError("The sandbox's Lightning network does not run.")
  const [path, body, done] = command(node)
  await sendToSandbox(addressesOf(settings).esplora, `lightning/${path}`, body, z.object({}))
  return [done]
})
