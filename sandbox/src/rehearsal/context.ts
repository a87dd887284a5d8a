import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { repository } from "../launcher/repository.js"

/** Copies what git knows and .dockerignore lets through: what Docker would be sent from a fresh clone. */
export function copyContext(target: string): void {
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: repository,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  })
  const isLetThrough = readIgnore(readFileSync(join(repository, ".dockerignore"), "utf8"))
  for (const file of files.split("\0")) {
    if (file === "" || !isLetThrough(file) || !existsSync(join(repository, file))) continue
    mkdirSync(dirname(join(target, file)), { recursive: true })
    cpSync(join(repository, file), join(target, file))
  }
}

/** Docker's own rule: the last pattern that matches a file or a folder above it decides. */
export function readIgnore(text: string): (file: string) => boolean {
  const rules = text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => ({ keeps: line.startsWith("!"), pattern: toPattern(line.replace(/^!/, "")) }))
  return (file) => {
    const parts = file.split("/")
    const places = parts.map((_, index) => parts.slice(0, index + 1).join("/"))
    let isKept = true
    for (const { keeps, pattern } of rules) if (places.some((place) => pattern.test(place))) isKept = keeps
    return isKept
  }
}

function toPattern(glob: string): RegExp {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*\*\//g, "\0")
    .replace(/\*/g, "[^/]*")
    .replaceAll("\0", "(?:.*/)?")
  return new RegExp(`^${source}$`)
}
