import { expect, test } from "vitest"
import { textOf } from "./structured-data"

test("the text remains: blocks are separated, inline elements are joined", () => {
  expect(
    textOf(
      <>
        <p>
          Two <strong>business</strong> days, {2 + 1} at most<em>.</em>
        </p>
        <ul>
          {["Gummies", "Honey"].map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        {false}
        {null}
      </>,
    ),
  ).toBe("Two business days, 3 at most. Gummies Honey")
})
