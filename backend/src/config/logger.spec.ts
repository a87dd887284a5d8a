import { inspect } from "node:util"
import { expect, test } from "vitest"
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
  expect(createLogger({ hasAccessLog: true }).shouldLog("http")).toBe(true)
  expect(createLogger({ hasAccessLog: false }).shouldLog("http")).toBe(false)
  expect(createLogger({ hasAccessLog: false }).shouldLog("error")).toBe(true)
})
