import { MutationObserver, QueryClient } from "@tanstack/react-query"
import { expect, test } from "vitest"
import { sendMessage } from "./contact"
import { setTransport } from "../../api/request"

const MESSAGE = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  subject: "Honey",
  message: "Is there more of it?",
  consent: true,
} as const

test("a message counts as sent whatever the fields of a successful answer", async () => {
  setTransport(() => Promise.resolve(Response.json({})))
  const sending = new MutationObserver(new QueryClient(), sendMessage())
  await sending.mutate(MESSAGE)
  expect(sending.getCurrentResult().status).toBe("success")
})

test("a refused message does not", async () => {
  setTransport(() => Promise.resolve(Response.json({}, { status: 503 })))
  await expect(new MutationObserver(new QueryClient(), sendMessage()).mutate(MESSAGE)).rejects.toThrow("503")
})
