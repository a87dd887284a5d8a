import { spawnSync } from "node:child_process"

type Command = readonly [name: string, ...args: string[]]
const vitest = (...specs: string[]): Command => ["vitest", "run", "-c", "bench/vitest.config.mts", ...specs]
const script = (name: string): Command => ["tsx", `bench/storefront/${name}.ts`]

/** `npm run bench [<name>] [-- <options>]`: one measurement, or all. Each prints ratios against a peer or a limit of its run. */
const BENCHES: Readonly<Record<string, Command>> = {
  checkout: vitest("checkout"),
  lightning: vitest("lightning"),
  watcher: vitest("watcher", "captures"),
  reads: script("reads"),
  "slow-senders": script("slow-senders"),
  storefront: script("main"),
}

const [name, ...options] = process.argv.slice(2)
const chosen = name === undefined ? Object.keys(BENCHES) : [name]
for (const each of chosen) {
  const command = BENCHES[each]
  if (command === undefined)
    throw new Error(`Name one of ${Object.keys(BENCHES).join(", ")}, or none for all.`)
  process.stdout.write(`\n── ${each} ──\n`)
  const [program, ...args] = command
  const { status } = spawnSync(program, [...args, ...options], { stdio: "inherit" })
  if (status !== 0) process.exitCode = 1
}
