import { resolve } from "node:path"
import { packPublished } from "./pack.js"

/** `npm run pack:published [-- <repository's url>]`: what would be published, in `.data/published`. */
const packed = await packPublished(resolve(".data/published"), process.argv[2])
for (const { tarball, bytes } of packed)
  process.stdout.write(`${tarball} ${String(Math.round(bytes / 1000))} kB\n`)
