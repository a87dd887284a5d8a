// Preloaded into a backend with `--import`: kills it, as a power failure would, right after the first commit of a transaction
// that ran a statement matching DIE_AFTER_COMMIT_OF. Nothing that follows the commit in the program is run.
import process from "node:process"
import { createRequire } from "node:module"

const fatal = new RegExp(process.env["DIE_AFTER_COMMIT_OF"] ?? "$^")
const { Client } = createRequire(import.meta.url)("pg")
const marked = new WeakSet()
const query = Client.prototype.query

Client.prototype.query = function (statement, ...rest) {
  const text = typeof statement === "string" ? statement : String(statement?.text)
  if (fatal.test(text)) marked.add(this)
  const isCommit = marked.has(this) && /^commit/i.test(text)
  if (!isCommit) return query.call(this, statement, ...rest)
  // The server is told to commit; its answer is the first thing that this process does not act on.
  const submitted = query.call(this, statement)
  const die = () => process.kill(process.pid, "SIGKILL")
  if (typeof submitted?.then === "function") submitted.then(die, die)
  else submitted.once("end", die)
  return submitted
}
