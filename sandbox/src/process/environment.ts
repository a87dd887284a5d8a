/** What a child needs of our own environment to run at all; everything else it is given by name. */
const KEPT = [
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "TZ",
  "TMPDIR",
  "TEMP",
  "TERM",
  "LD_LIBRARY_PATH",
  "NODE_EXTRA_CA_CERTS",
]

export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = {}
  for (const name of KEPT) {
    const value = process.env[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}
