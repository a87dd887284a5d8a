import { constants, setPriority } from "node:os"
import { buffer } from "node:stream/consumers"
import sharp from "sharp"
import { DRAWING_EDGE, NO_DRAWING } from "./limits"

// A separate process: reads an SVG from its input and writes a PNG. What could run in the drawing, or load something, is not
// in the picture; librsvg loads nothing either.

/** The dots per inch at which an SVG's units are pixels, and the most that sharp accepts. */
const DENSITY = 72
const MOST_DENSITY = 100_000

async function draw(bytes: Buffer): Promise<Buffer | null> {
  const { format, width, height } = await sharp(bytes).metadata()
  if (format !== "svg") return null
  const density = Math.min(MOST_DENSITY, (DENSITY * DRAWING_EDGE) / Math.max(width, height))
  return sharp(bytes, { density, failOn: "error" })
    .resize({ width: DRAWING_EDGE, height: DRAWING_EDGE, fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer()
}

async function main(): Promise<void> {
  const mostMemory = Number(process.argv[2])
  sharp.concurrency(1)
  // Shoppers first.
  setPriority(constants.priority.PRIORITY_LOW)
  // librsvg works in another thread, so this one can watch it. An orderly exit would wait for it.
  const endIfTooLarge = () => {
    if (process.memoryUsage.rss() > mostMemory) process.kill(process.pid, "SIGKILL")
  }
  endIfTooLarge()
  setInterval(endIfTooLarge, 20)
  const picture = await draw(await buffer(process.stdin)).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    return null
  })
  if (picture === null) process.exit(NO_DRAWING)
  process.stdout.write(picture, () => process.exit())
}

void main()
