import { expect, test } from "vitest"
import { requiresTls } from "./smtp-provider"

test.each([
  ["smtp://user:secret@mail.example:587", true],
  ["smtp://mailbox", true],
  ["smtp://10.0.0.5:25", true],
  ["smtp://127.0.0.1:1025", false],
  ["smtp://localhost:1025", false],
  ["smtp://[::1]:1025", false],
])("mail to %s needs encryption: %s", (url, isRequired) => {
  expect(requiresTls(url)).toBe(isRequired)
})
