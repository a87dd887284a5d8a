import { expect, it } from "vitest"
import { stepsUpTo } from "./scale"

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [12_345, [0, 5000, 10_000, 15_000]],
  [40, [0, 10, 20, 30, 40]],
])("an axis up to %s has the steps %j", (highest, steps) => expect(stepsUpTo(highest)).toEqual(steps))
