import { logger as medusaLogger } from "@medusajs/framework/logger"
import type { Logger } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { isErrorLike, reasonOf } from "./reason"

/** A statement with its values, which a database driver puts before the cause: `insert into … values ('Ada') - cause`. */
const STATEMENT =
  /\b(?:insert\s+into\s+["\w]|update\s+(?:only\s+)?["\w.]+\s+(?:(?:as\s+)?\w+\s+)?set\s|delete\s+from\s+["\w]|select\s[^]*?\sfrom\s|with\s+\w+\s+as\s)[^]* - /gi

/** What must not be in a log, and what stands there instead. In this order. */
const REDACTIONS: readonly (readonly [RegExp, string])[] = [
  [STATEMENT, "[statement] - "],
  // Postgres's details, and Medusa's sentence made of them.
  [/(\bKey \([^)]*\)=)\(.*\)/g, "$1(…)"],
  [/(\bFailing row contains )\([^]*\)/g, "$1(…)"],
  [/(\binvalid input (?:syntax|value)[^:\n]*: )".*"/g, '$1"…"'],
  [/\bwith \w+: [^\n]*, already exists/g, "with these values, already exists"],
  [/[^\s@"'`<>()=:,;/[\]{}]+@[^\s@"'`<>(),;/[\]{}]+\.[a-z]{2,}/gi, "[e-mail]"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "[token]"],
  [/([?&](?:key|token|secret|code)=)[^&\s"]+/gi, "$1[secret]"],
]

/** The text without personal data and secrets: statements, values, e-mail addresses, tokens. */
function redact(text: string): string {
  return REDACTIONS.reduce((redacted, [pattern, instead]) => redacted.replace(pattern, instead), text)
}

/** What went wrong, in one line that may be logged. */
export function causeOf(error: unknown): string {
  return redact(reasonOf(error)).replace("[statement] - ", "")
}

/**
 * What of a value may be logged. Of an error its name, its redacted message and its stack's places: database errors also
 * have the statement, its parameters and the row as properties.
 */
export function toLoggable(value: unknown): unknown {
  if (typeof value === "string") return redact(value)
  if (!isErrorLike(value)) return value
  const safe = new Error(redact(String(value.message)))
  safe.name = typeof value.name === "string" ? value.name : "Error"
  const places = typeof value.stack === "string" ? (value.stack.match(/^\s+at .*$/gm) ?? []) : []
  safe.stack = [`${safe.name}: ${safe.message}`, ...places].join("\n")
  return safe
}

interface LoggerOptions {
  /** Whether Medusa logs each request. In production it would write the clients' addresses past the logger. */
  hasAccessLog: boolean
  requestId: () => string | undefined
}

/** The used part of Medusa's logger: its Winston logger adds these fields to every line. */
const reporterSchema = z.object({ loggerInstance_: z.object({ defaultMeta: z.unknown() }) })

/**
 * Medusa's logger, without personal data. Everything that the shop and Medusa log passes through it. In production each
 * line is a JSON object with `timestamp`, `level`, `message` and, while a request is answered, its `requestId`.
 */
export function createLogger({ hasAccessLog, requestId }: LoggerOptions): Logger {
  if (reporterSchema.safeParse(medusaLogger).success)
    Reflect.set(Reflect.get(medusaLogger, "loggerInstance_"), "defaultMeta", {
      get requestId() {
        return requestId()
      },
    })
  return new Proxy(medusaLogger, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== "function") return member
      return (...args: unknown[]): unknown => {
        if (name === "shouldLog" && args[0] === "http" && !hasAccessLog) return false
        return Reflect.apply(member, target, args.map(toLoggable))
      }
    },
  })
}
