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
  return Object.fromEntries(
    KEPT.map((name) => [name, process.env[name]]).filter(([, value]) => value !== undefined),
  )
}
