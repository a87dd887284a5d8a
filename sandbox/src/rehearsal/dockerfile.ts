import { z } from "zod"

/** One line of a Dockerfile that the rehearsal knows how to do without Docker. */
export type Instruction =
  | { kind: "workdir"; path: string }
  | { kind: "env"; values: Record<string, string> }
  | { kind: "copy"; from: string | undefined; sources: string[]; target: string }
  | { kind: "run"; command: string }

export interface Stage {
  name: string
  /** Another stage of the file, or an image from outside */
  base: string
  instructions: Instruction[]
  user: string | undefined
  command: string[]
  healthCheck: string[]
}

/** What Docker keeps for itself. */
const NOTHING_TO_DO = new Set(["EXPOSE"])

/**
 * The stages of a Dockerfile, in order.
 * @throws on an instruction that the rehearsal would have to pass over: then it would prove nothing
 */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const line of linesOf(text)) {
    const [word = "", ...rest] = line.split(/\s+/)
    const value = line.slice(word.length).trim()
    if (word === "FROM") {
      const [base = "", , name = ""] = rest
      stages.push({ name, base, instructions: [], user: undefined, command: [], healthCheck: [] })
      continue
    }
    const stage = stages.at(-1)
    if (stage === undefined) throw new Error(`${word} before any FROM`)
    read(stage, word, value)
  }
  return stages
}

function read(stage: Stage, word: string, value: string): void {
  if (word === "WORKDIR") stage.instructions.push({ kind: "workdir", path: value })
  else if (word === "ENV") stage.instructions.push({ kind: "env", values: pairs(value) })
  else if (word === "COPY") stage.instructions.push(copy(value))
  else if (word === "RUN") stage.instructions.push({ kind: "run", command: value })
  else if (word === "USER") stage.user = value
  else if (word === "CMD") stage.command = words(value)
  else if (word === "HEALTHCHECK") stage.healthCheck = words(value.slice(value.indexOf("CMD") + 3))
  else if (!NOTHING_TO_DO.has(word)) throw new Error(`The rehearsal does not know ${word}`)
}

const linesOf = (text: string) =>
  text
    .replace(/\\\n/g, " ")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))

function pairs(value: string): Record<string, string> {
  const found = [...value.matchAll(/(\w+)=(\S+)/g)].map(([, name = "", text = ""]) => [name, text] as const)
  return Object.fromEntries(found)
}

function copy(value: string): Instruction {
  const all = value.split(/\s+/)
  const paths = all.filter((word) => !word.startsWith("--"))
  const from = all.find((word) => word.startsWith("--from="))?.slice("--from=".length)
  return { kind: "copy", from, sources: paths.slice(0, -1), target: paths.at(-1) ?? "" }
}

const listOfWords = z.array(z.string())
const words = (value: string) => listOfWords.parse(JSON.parse(value))
