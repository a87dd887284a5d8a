import { execFile } from "node:child_process"
import path from "node:path"
import pLimit from "p-limit"
import { MOST_BYTES, MOST_DRAWING_MEMORY, NO_DRAWING } from "./limits"

/** A drawing with reason takes less than a second, and 150 MB. */
const CEILINGS = { milliseconds: 10_000, bytes: MOST_DRAWING_MEMORY }
/** From source in development, compiled in the image. */
const SCRIPT = path.join(__dirname, `draw-picture${path.extname(__filename)}`)
const ARGUMENTS = SCRIPT.endsWith(".ts") ? ["--import", "tsx", SCRIPT] : [SCRIPT]

/** One at a time: the other core is for shoppers. */
const queue = pLimit(1)

/**
 * Draws an SVG in a separate process with limits: a few hundred bytes can take minutes and gigabytes, and nothing
 * interrupts librsvg within a process. Null: no drawing. `too-complex`: the process was ended.
 */
export function drawApart(
  bytes: Buffer,
  ceilings: Partial<typeof CEILINGS> = {},
): Promise<Buffer | null | "too-complex"> {
  const { milliseconds, bytes: memory } = { ...CEILINGS, ...ceilings }
  return queue(
    () =>
      new Promise((resolve) => {
        const options = {
          cwd: __dirname,
          // It parses what a stranger may have made: it gets no secret.
          env: {},
          encoding: "buffer",
          timeout: milliseconds,
          killSignal: "SIGKILL",
          maxBuffer: MOST_BYTES,
        } as const
        const child = execFile(
          process.execPath,
          [...ARGUMENTS, String(memory)],
          options,
          (error, picture) => {
            if (error) resolve(error.code === NO_DRAWING ? null : "too-complex")
            else resolve(picture)
          },
        )
        // It may end before it has read everything; its exit code tells why.
        child.stdin?.on("error", () => undefined)
        child.stdin?.end(bytes)
      }),
  )
}
