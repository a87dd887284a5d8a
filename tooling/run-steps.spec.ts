import { describe, expect, it } from "vitest"
import { runCommand, runSteps } from "./run-steps.mjs"

const said: string[] = []
const run = async (...steps: Parameters<typeof runSteps>[0]) => {
  said.length = 0
  return runSteps(steps, (line) => said.push(line))
}
const step = (name: string, passed: number, failed: number, output = "") => ({
  name,
  what: `does ${name}`,
  run: () => Promise.resolve({ passed, failed, output }),
})

describe("the runner of npm test", () => {
  it("ends with the count of all checks", async () => {
    expect(await run(step("lint", 1, 0), step("unit", 41, 0))).toBe(true)
    expect(said.at(-1)).toBe("42 passed, 0 failed")
  })

  it("says what each step does and how long it took", async () => {
    await run(step("lint", 1, 0))
    expect(said[0]).toBe("[1/1] lint: does lint")
    expect(said[1]).toMatch(/^ +passed in \d+\.\d s$/)
  })

  it("shows what a failing step said, runs the rest and names it at the end", async () => {
    expect(await run(step("lint", 0, 1, "line 3 is wrong"), step("unit", 2, 0, "quiet"))).toBe(false)
    const text = said.join("\n")
    expect(text).toContain("    line 3 is wrong")
    expect(text).not.toContain("quiet")
    expect(text).toContain("Failed: lint")
    expect(said.at(-1)).toBe("2 passed, 1 failed")
  })

  it("names the tests that failed before all the step said, and once more at the end", async () => {
    const fell = { passed: 1, failed: 1, output: "a long story", failures: ["pays twice\n  Error: no"] }
    await run({ name: "unit", what: "does unit", run: () => Promise.resolve(fell) })
    const text = said.join("\n")
    expect(text.indexOf("✘ pays twice")).toBeLessThan(text.indexOf("a long story"))
    expect(text.lastIndexOf("✘ unit: pays twice\n      Error: no")).toBeGreaterThan(
      text.indexOf("a long story"),
    )
  })

  it("says at the end what was not tried, which is no failure", async () => {
    const untried = { passed: 1, failed: 0, output: "", notTried: ["has no Redis here"] }
    expect(await run({ name: "unit", what: "does unit", run: () => Promise.resolve(untried) })).toBe(true)
    expect(said.join("\n")).toContain("Not tried on this machine:\n    has no Redis here")
    expect(said.at(-1)).toBe("1 passed, 0 failed")
  })

  it("stops where an essential step failed", async () => {
    await run({ ...step("install", 0, 1, "no network"), essential: true }, step("unit", 2, 0))
    expect(said.join("\n")).toContain("The remaining 1 steps need this one and were not run.")
    expect(said.at(-1)).toBe("0 passed, 1 failed")
  })

  it("counts a step that breaks down as failed", async () => {
    const broken = { ...step("unit", 1, 0), run: () => Promise.reject(new Error("it broke")) }
    expect(await run(broken)).toBe(false)
    expect(said.join("\n")).toContain("it broke")
  })
})

describe("a command", () => {
  it("gives its exit code and everything it printed", async () => {
    const { code, output } = await runCommand("echo out; echo err >&2; exit 3", { cwd: import.meta.dirname })
    expect(code).toBe(3)
    expect(output.split("\n").filter(Boolean).sort()).toEqual(["err", "out"])
  })
})
