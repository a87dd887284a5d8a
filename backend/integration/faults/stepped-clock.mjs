// Preloaded into a backend with `--import`: its clock is off by the milliseconds in CLOCK_OFFSET_FILE.
import process from "node:process"
import { readFileSync } from "node:fs"

const file = process.env["CLOCK_OFFSET_FILE"] ?? ""
const READ_EVERY_MS = 100
const RealDate = Date
const realNow = Date.now.bind(Date)
let offset = 0
let readAt = -Infinity

function now() {
  const time = performance.now()
  if (time - readAt > READ_EVERY_MS) {
    offset = Number(readFileSync(file, "utf8"))
    readAt = time
  }
  return realNow() + offset
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
})
