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

function redact(text: string): string {
  return REDACTIONS.reduce((redacted, [pattern, instead]) => redacted.replace(pattern, instead), text)
}

export function causeOf(error: unknown): string {
  return redact(reasonOf(error)).replace("[statement] - ", "")
}

/** Of an error only name, redacted message and stack: database errors also carry statement, parameters and row. */
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

const reporterSchema = z.object({ loggerInstance_: z.object({ defaultMeta: z.unknown() }) })

/** Without personal data. In production a line is JSON: `timestamp`, `level`, `message` and, for a request, `requestId`. */
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
