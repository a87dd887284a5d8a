import { type ChildSpec, diedEarly, startChild } from "../process/child.js"

/** The commands that are running now, so that a Ctrl-C in the middle of one ends it too. */
const running = new Set<{ stop(): Promise<void> }>()

/**
 * Runs a Node program to its end.
 * @throws Explained with the tail of its log when it fails
 */
export async function run(spec: ChildSpec, execArgs: readonly string[] = []): Promise<void> {
  const child = startChild(spec, execArgs)
  running.add(child)
  const exit = await child.exited
  running.delete(child)
  if (exit.code !== 0) throw diedEarly(child, exit)
}

export async function stopRunningCommands(): Promise<void> {
  await Promise.all([...running].map((child) => child.stop()))
}
