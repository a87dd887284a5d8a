import { expect, test } from "vitest"
import { correctedAddress } from "./mail-domains"

test.each([
  ["jo@gmial.com", "jo@gmail.com"],
  ["jo@gamil.com", "jo@gmail.com"],
  ["jo@gmail.con", "jo@gmail.com"],
  ["jo@gmail.co", "jo@gmail.com"],
  ["jo@gmailcom", "jo@gmail.com"],
  ["jo@ggmail.com", "jo@gmail.com"],
  ["Jo.Smith@Hotmial.co.uk", "Jo.Smith@hotmail.co.uk"],
  ["jo@yahoo.co.ku", "jo@yahoo.co.uk"],
  ["jo@outlok.com", "jo@outlook.com"],
  ["jo@btinternet.comm", "jo@btinternet.com"],
])("%s may mean %s", (typed, meant) => {
  expect(correctedAddress(typed)).toBe(meant)
})

test.each([
  "jo@gmail.com",
  "jo@GMAIL.com",
  "jo@mail.com",
  "jo@ymail.com",
  "jo@live.com",
  "jo@gmx.com",
  "jo@bramble.example",
  "jo@sky.com",
  "@gmial.com",
  "gmial.com",
  "jo@",
  "",
])("%s is left alone", (typed) => {
  expect(correctedAddress(typed)).toBeNull()
})
