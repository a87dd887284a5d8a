import { rateLimit, type RateLimitRequestHandler } from "express-rate-limit"
import { environment } from "../config"
import { Problem } from "./problem"
import { answerProblem } from "./answer-problem"
import { isWrite } from "./is-write"
import { sharedCounter } from "./shared-counter"

const TOO_MANY = new Problem(429, "too_many", "Too many requests. Please wait a moment.")

/**
 * A limit of writing calls a minute from one address (IPv6: from one /56 network), kept in Redis when there is one.
 * When the counter cannot be asked, calls pass: a shop that sells beats one that counts.
 * @param name tells this limit's counts from another's
 */
function writesPerMinute(name: string, limit: number): RateLimitRequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit,
    identifier: name,
    standardHeaders: "draft-8",
    legacyHeaders: false,
    store: sharedCounter(name),
    passOnStoreError: true,
    skip: (request) => !isWrite(request.method),
    handler: (request, response) => answerProblem(request, response, TOO_MANY),
  })
}

const share = (part: number) => Math.max(1, Math.floor(environment.WRITES_PER_MINUTE / part))

/** Shared by every writing call under /api. */
export const apiWrites = writesPerMinute("api", environment.WRITES_PER_MINUTE)
/** A person writes a message now and then; a script would fill the staff's inbox. */
export const contactWrites = writesPerMinute("contact", share(12))
/** A buyer who lost a mail asks once or twice. */
export const findOrderWrites = writesPerMinute("find-order", share(12))
/** A buyer says once where a refund should go, and slips once or twice; every change is a mail to them. */
export const refundAddressWrites = writesPerMinute("refund-address", share(12))
/** The framework's own sign-in, invitations and password resets: room for a slip of the finger, none for guessing. */
export const signInWrites = writesPerMinute("sign-in", share(6))
