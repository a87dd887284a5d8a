import type { z } from "@medusajs/framework/zod"
import { reasonOf } from "./reason"
import { defaultsOf, readBrand, unfinishedBrand, type Brand } from "./brand"
import { brokenRules, isRealShop, type SettingError } from "./rules"
import { environmentSchema, type Environment } from "./schema"

/** @throws Error whose message lists every problem on one line with the variable's name */
export function parseEnvironment(
  source: Record<string, string | undefined>,
  brandCalled: (name: string | undefined) => Brand = readBrand,
): Environment {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  )
  const { brand, sentence: wrongBrand } = attempt(() => brandCalled(given.BRAND))
  const present = { ...defaultsOf(brand ?? brandCalled(undefined)), ...given }
  const parsed = environmentSchema.safeParse(present)
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => toProblem(issue, present))
  // Valid settings are also checked against the production rules: one message lists all problems.
  const sound = environmentSchema.partial().safeParse(without(present, problems))
  const broken = sound.success
    ? [...brokenRules(sound.data), ...brandProblems(sound.data, brand, wrongBrand)].filter(
        ({ setting }) => !problems.some((problem) => problem.setting === setting),
      )
    : []
  if (parsed.success && broken.length === 0) return parsed.data
  const lines = [...problems, ...broken].map(({ setting, sentence }) => `  ${setting}: ${sentence}`)
  throw new Error(
    `The shop cannot start. Please correct these settings (see .env.example):\n${lines.join("\n")}`,
  )
}

function toProblem(issue: z.core.$ZodIssue, present: Record<string, unknown>): SettingError {
  const setting = String(issue.path[0])
  if (setting in present) return { setting, sentence: issue.message }
  const hint = issue.message.startsWith("Invalid input") ? "give it a value" : issue.message
  return { setting, sentence: `is missing; ${hint}` }
}

function without(present: Record<string, unknown>, problems: readonly SettingError[]) {
  const named = new Set(problems.map((problem) => problem.setting))
  return Object.fromEntries(Object.entries(present).filter(([name]) => !named.has(name)))
}

function attempt(read: () => Brand): { brand?: Brand; sentence?: string } {
  try {
    return { brand: read() }
  } catch (error) {
    return { sentence: reasonOf(error) }
  }
}

function brandProblems(settings: Partial<Environment>, brand: Brand | undefined, wrong: string | undefined) {
  const unfinished = brand && isRealShop(settings) ? unfinishedBrand(brand) : null
  const sentence = wrong ?? unfinished
  return sentence === null ? [] : [{ setting: "BRAND", sentence }]
}
