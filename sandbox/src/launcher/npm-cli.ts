import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { Explained } from "../process/explain.js"

/** npm's own program: the one that started us, or the one beside this Node. */
export function npmCli(): string {
  const beside = dirname(process.execPath)
  const places = [
    process.env.npm_execpath,
    join(beside, "../lib/node_modules/npm/bin/npm-cli.js"),
    join(beside, "node_modules/npm/bin/npm-cli.js"),
  ]
  const found = places.find((place) => place !== undefined && /\.c?js$/.test(place) && existsSync(place))
  if (found === undefined)
    throw new Explained("npm is not beside this Node: start the shop with `npm start`.")
  return found
}
