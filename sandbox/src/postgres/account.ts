import { readFileSync } from "node:fs"
import { Explained } from "../process/explain.js"

/** The user that the server runs as; undefined means: as ourselves. */
export interface Account {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root; any account that is already in /etc/passwd will do. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  for (const wanted of ["postgres", "nobody"]) {
    const fields = users.find(([name]) => name === wanted)
    const uid = Number(fields?.[2])
    const gid = Number(fields?.[3])
    if (uid > 0 && gid >= 0) return { uid, gid }
  }
  throw new Explained(
    "PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody to run it as: start the shop as an ordinary user, or set DATABASE_URL.",
  )
}
