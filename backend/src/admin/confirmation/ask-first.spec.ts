import { expect, it, vi } from "vitest"
import { askFirst } from "./ask-first"

const REFUSED = { code: "password_confirmation_required", type: "forbidden", message: "Please confirm." }
const answer = (status: number, body: unknown) => Promise.resolve(Response.json(body, { status }))

/** A backend that refuses until the password is given. */
function backend(given: boolean) {
  let isConfirmed = false
  const send = vi.fn<typeof fetch>(() => (isConfirmed ? answer(200, { done: true }) : answer(403, REFUSED)))
  const askPassword = vi.fn(() => {
    isConfirmed = given
    return Promise.resolve(given)
  })
  return { send, askPassword, call: askFirst(send, askPassword) }
}

it("repeats a call after the password was given", async () => {
  const { call, send } = backend(true)
  expect(await (await call("/admin/invites", { method: "POST", body: "{}" })).json()).toEqual({ done: true })
  expect(send.mock.calls).toEqual(Array(2).fill(["/admin/invites", { method: "POST", body: "{}" }]))
})

it("answers with the rejection, to be read as always, when it was not given", async () => {
  const { call, send } = backend(false)
  expect(await (await call("/admin/invites")).json()).toEqual(REFUSED)
  expect(send).toHaveBeenCalledTimes(1)
})

it("asks once for calls at the same time, and again later", async () => {
  const { call, askPassword } = backend(false)
  await Promise.all([call("/admin/invites"), call("/admin/api-keys")])
  expect(askPassword).toHaveBeenCalledTimes(1)
  await call("/admin/invites")
  expect(askPassword).toHaveBeenCalledTimes(2)
})

it.each([
  ["a success", 200, {}],
  ["another rejection", 403, { message: "A member of staff decides who has access." }],
  ["text", 403, undefined],
])("asks nothing at %s", async (_what, status, body) => {
  const askPassword = vi.fn<() => Promise<boolean>>()
  const response = body === undefined ? Promise.resolve(new Response("no", { status })) : answer(status, body)
  const call = askFirst(() => response, askPassword)
  expect((await call("/admin/orders")).status).toBe(status)
  expect(askPassword).not.toHaveBeenCalled()
})
