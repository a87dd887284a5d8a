import { z } from "@medusajs/framework/zod"

const FORMAT =
  "needs rules like 100:1,1000:3,6: below £100 one confirmation, below £1000 three, and six for all other orders"
/** Deeper payments are not followed: no reorganisation has ever reached them. */
const MAX_CONFIRMATIONS = 100

/** `100:1,1000:3,6`: confirmations by price in pounds. Each rule applies below its limit, the last one to all others. */
export const confirmationRules = z.string().transform((text, context) => {
  const rules = text.split(",").map((rule) => {
    const [, pounds, count] = /^\s*(?:([1-9]\d{0,8})\s*:\s*)?(\d{1,3})\s*$/.exec(rule) ?? []
    return { belowPounds: pounds === undefined ? null : Number(pounds), confirmations: Number(count) }
  })
  const problem = problemOf(rules)
  if (problem !== null) context.addIssue({ code: "custom", message: problem })
  return rules
})

interface Rule {
  readonly belowPounds: number | null
  readonly confirmations: number
}

function problemOf(rules: readonly Rule[]): string | null {
  if (rules.some(({ confirmations }) => Number.isNaN(confirmations))) return FORMAT
  const isLastOpen = rules.every(
    ({ belowPounds }, index) => (belowPounds === null) === (index === rules.length - 1),
  )
  if (!isLastOpen) return FORMAT
  if (rules.some(({ confirmations }) => confirmations < 1 || confirmations > MAX_CONFIRMATIONS))
    return `needs 1 to ${MAX_CONFIRMATIONS} confirmations: an unconfirmed payment can be replaced`
  if (
    !isRising(
      rules.map(({ belowPounds }) => belowPounds ?? Infinity),
      true,
    )
  )
    return "needs rising limits in pounds, like 100:1,1000:3,6"
  if (
    !isRising(
      rules.map(({ confirmations }) => confirmations),
      false,
    )
  )
    return "must not ask for fewer confirmations for a higher price"
  return null
}

function isRising(numbers: readonly number[], isStrict: boolean): boolean {
  return numbers.every((number, index) => {
    const previous = numbers[index - 1]
    return previous === undefined || (isStrict ? number > previous : number >= previous)
  })
}
