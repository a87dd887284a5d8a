import type { z } from "@medusajs/framework/zod"
import { missingForSource } from "./module-options"
import { brokenProductionRules } from "./production-rules"
import { environmentSchema, type Environment } from "./schema"

/**
 * The environment, checked as a whole.
 * @throws Error whose message lists every problem, one a line, with the variable's name.
 */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  )
  const parsed = environmentSchema.safeParse(present)
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => toProblem(issue, present))
  // What did parse is still held to production's rules, so that one reading shows the whole list.
  const sound = environmentSchema.partial().safeParse(without(present, problems))
  const broken = sound.success ? [...brokenProductionRules(sound.data), ...missingForSource(sound.data)] : []
  if (parsed.success && broken.length === 0) return parsed.data
  const lines = [...problems, ...broken].map(({ setting, sentence }) => `  ${setting}: ${sentence}`)
  throw new Error(`The shop cannot start, its settings need a hand (see .env.example):\n${lines.join("\n")}`)
}

interface Shortcoming {
  setting: string
  sentence: string
}

function toProblem(issue: z.core.$ZodIssue, present: Record<string, unknown>): Shortcoming {
  const setting = String(issue.path[0])
  if (setting in present) return { setting, sentence: issue.message }
  const hint = issue.message.startsWith("Invalid input") ? "give it a value" : issue.message
  return { setting, sentence: `is missing; ${hint}` }
}

function without(present: Record<string, unknown>, problems: readonly Shortcoming[]) {
  const named = new Set(problems.map((problem) => problem.setting))
  return Object.fromEntries(Object.entries(present).filter(([name]) => !named.has(name)))
}
