import { Writable } from "node:stream"
import { inspect } from "node:util"
import { z } from "@medusajs/framework/zod"
import { expect, test, vi } from "vitest"
import { causeOf, createLogger, toLoggable } from "./logger"

const STATEMENT = `insert into "order_address" ("id", "first_name") values ('ordaddr_1', 'Ada - Lovelace')`

test.each([
  [`${STATEMENT} - duplicate key value`, "[statement] - duplicate key value"],
  [`update "customer" set "email" = 'ada@x.test' where id = 'c' - timeout`, "[statement] - timeout"],
  ["delete from cart where email = 'ada@x.test' - timeout", "[statement] - timeout"],
  ["with gone as (delete from cart)\nselect id from gone where a = 'Ada' - timeout", "[statement] - timeout"],
  ["Key (email, name)=(ada@x.test, Ada (B)) already exists.", "Key (email, name)=(…) already exists."],
  ["Failing row contains (1, Ada,\n null).", "Failing row contains (…)."],
  [`invalid input syntax for type integer: "Ada"`, `invalid input syntax for type integer: "…"`],
  ["Customer with email: ada@x.test, already exists.", "Customer with these values, already exists."],
  ["550 <ada.l+shop@mail.x.test>: unknown", "550 <[e-mail]>: unknown"],
  ["Bearer eyJhbGciOi.eyJzdWIi.c2ln", "Bearer [token]"],
  ["GET /orders/1?key=s3cret&x=1", "GET /orders/1?key=[secret]&x=1"],
])("a log has no personal data: %s", (text, logged) => {
  expect(toLoggable(text)).toBe(logged)
})

test.each([
  "The update of a snapshot failed - tried again",
  "    at run (/srv/node_modules/@medusajs/medusa/dist/index.js:1:2)",
  "connect ECONNREFUSED 127.0.0.1:1 Next attempt in 16 s.",
])("other text stays as it is: %s", (text) => {
  expect(toLoggable(text)).toBe(text)
})

test("of an error the message and the places remain, and none of a database error's properties", () => {
  const error = Object.assign(new Error(`${STATEMENT} - refused`), { query: STATEMENT, detail: "Ada" })
  const logged = toLoggable(error)
  expect(logged).toMatchObject({ message: "[statement] - refused" })
  expect(inspect(logged)).not.toContain("Ada")
  expect(inspect(logged)).toContain("logger.spec.ts")
})

test("the cause of a workflow's failure is its last sentence", () => {
  expect(causeOf({ message: `${STATEMENT} - refused by a test` })).toBe("refused by a test")
  expect(causeOf("lost")).toBe("lost")
})

test("requests, with the clients' addresses, are logged in development only", () => {
  const requestId = () => undefined
  expect(createLogger({ hasAccessLog: true, requestId }).shouldLog("http")).toBe(true)
  expect(createLogger({ hasAccessLog: false, requestId }).shouldLog("http")).toBe(false)
  expect(createLogger({ hasAccessLog: false, requestId }).shouldLog("error")).toBe(true)
})

test("outside of development a line is JSON, with the id of the request that is being answered", () => {
  const lines: string[] = []
  const { _stdout: output } = z.object({ _stdout: z.instanceof(Writable) }).parse(console)
  vi.spyOn(output, "write").mockImplementation((line) => lines.push(String(line)) > 0)
  let id: string | undefined = "0b6c"
  const logger = createLogger({ hasAccessLog: false, requestId: () => id })
  logger.warn("to ada@x.test")
  logger.error("refused", new Error("by ada@x.test"))
  id = undefined
  logger.info("outside of a request")
  const parsed: unknown[] = lines.map((line): unknown => JSON.parse(line))
  expect(parsed).toMatchObject([
    { level: "warn", message: "to [e-mail]", requestId: "0b6c" },
    { level: "error", message: "refused: by [e-mail]", requestId: "0b6c" },
    { level: "info", message: "outside of a request" },
  ])
  expect(parsed[2]).not.toHaveProperty("requestId")
})
