import { expect, it } from "vitest"
import { passwordProblem } from "./passwords"

const ABOUT = ["maya.hive@bramble.example", "Bramble & Comb"]

it.each([
  "correct horse battery staple",
  "violet otter kneads dough",
  "Xk9!mQ2#vT7$wL",
  "πλατανοσ καφετζης",
  "8301947265038174",
])("accepts %s", (password) => expect(passwordProblem(password, ABOUT)).toBeNull())

it.each(["", "a", "elevenchars", null, 123456789012])("refuses %s as too short", (password) =>
  expect(passwordProblem(password, ABOUT)).toContain("at least 12 characters"),
)

it.each([
  "123456789012",
  "aaaaaaaaaaaa",
  "password1234",
  "P@$$w0rd2026!",
  "qwertyuiop12",
  "1q2w3e4r5t6y",
  "cba987654321",
  "Summer2026!!",
  "passwordpassword",
  "bramblecomb1",
  "maya.hive.2026",
  "Admin-Welcome-1",
])("refuses %s as too common", (password) => expect(passwordProblem(password, ABOUT)).toContain("too common"))

it("refuses more than can be hashed in reasonable time", () => {
  expect(passwordProblem("ab".repeat(101), ABOUT)).toContain("at most 200")
})
