import { z } from "zod"
import { addressesOf, readSettings, usesSandboxLightning } from "../launcher/settings.js"
import { UserError } from "../process/user-error.js"
import { runCommand, sendToSandbox } from "./command.js"

const USAGE = [
  "npm run lightning -- away   the shop's node answers nobody, and still receives",
  "npm run lightning -- back   it answers again",
  "npm run lightning -- kill   ends it without a word, and starts it again",
]
const COMMANDS: Readonly<Record<string, [path: string, body: object, done: string]>> = {
  away: ["away", { away: true }, "The shop's node is away."],
  back: ["away", { away: false }, "The shop's node is back."],
  kill: ["kill", {}, "The shop's node was killed and runs again."],
}

runCommand(async ([name = ""]) => {
  const command = COMMANDS[name]
  if (command === undefined) throw new UserError("Say what is to happen to the Lightning network:", USAGE)
  const settings = readSettings()
  if (!usesSandboxLightning(settings)) throw new UserError("The sandbox's Lightning network does not run.")
  const [path, body, done] = command
  await sendToSandbox(addressesOf(settings).esplora, `lightning/${path}`, body, z.object({}))
  return [done]
})
