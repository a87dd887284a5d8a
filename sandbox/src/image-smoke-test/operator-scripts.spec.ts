import { createHash } from "node:crypto"
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { execa } from "execa"
import { expect, it } from "vitest"
import { repository } from "../launcher/builds.js"
import { inheritedEnvironment } from "../process/environment.js"
import { temporaryFolder } from "../testing/temporary-folder.js"

const HOUR = 3_600_000
const NOW = Date.now()
/** As docker/backup.sh names its folders. */
const nameOf = (hoursAgo: number) =>
  `${new Date(NOW - hoursAgo * HOUR).toISOString().slice(0, 16).replace(/:/g, "")}Z`

function copiesOf(hoursAgo: number[]) {
  const folder = temporaryFolder()
  for (const name of hoursAgo.map(nameOf)) {
    mkdirSync(join(folder, name))
    const sums = ["database.age", "files.tar.age"].map((file) => {
      writeFileSync(join(folder, name, file), file)
      return `${createHash("sha256").update(file).digest("hex")}  ${file}\n`
    })
    writeFileSync(join(folder, name, "SHA256SUMS"), sums.join(""))
  }
  const check = async (env: Record<string, string> = {}) => {
    const script = join(repository, "docker/check-backups.sh")
    const { exitCode, stdout } = await execa(script, [folder], { env, reject: false })
    return { exitCode, stdout }
  }
  return { check, has: (hours: number) => existsSync(join(folder, nameOf(hours))), folder }
}

it("docker/check-backups.sh says nothing of right copies, and goes by the time in their names", async () => {
  expect(await copiesOf([24, 2]).check()).toEqual({ exitCode: 0, stdout: "" })
  const late = await copiesOf([50, 26]).check()
  expect([late.exitCode, late.stdout]).toEqual([1, expect.stringContaining("older than 25 hours")])
  const future = await copiesOf([2, -24]).check()
  expect([future.exitCode, future.stdout]).toEqual([1, expect.stringContaining("of a time to come")])
})

it("docker/check-backups.sh deletes copies older than KEEP_DAYS, except the newest seven and while the newest is wrong", async () => {
  const old = [3000, 2500, 2400, 2300]
  const many = copiesOf([...old, 150, 120, 96, 72, 48, 2])
  await many.check()
  expect(old.filter(many.has)).toEqual(old)
  expect((await many.check({ KEEP_DAYS: "90" })).exitCode).toBe(0)
  expect(old.filter(many.has)).toEqual([2300])
  expect([150, 120, 96, 72, 48, 2].filter(many.has)).toHaveLength(6)

  const damaged = copiesOf([...old, 150, 120, 96, 72, 48, 2])
  writeFileSync(join(damaged.folder, nameOf(2), "database.age"), "another")
  expect((await damaged.check({ KEEP_DAYS: "90" })).exitCode).toBe(1)
  expect(old.filter(damaged.has)).toEqual(old)
})

it("docker/new-secrets.sh replaces nothing for a wrong name, and says what to run again when it is interrupted", async () => {
  const folder = temporaryFolder()
  for (const name of ["new-secrets.sh", "make-secrets.sh"])
    cpSync(join(repository, "docker", name), join(folder, "docker", name))
  mkdirSync(join(folder, "stubs"))
  writeFileSync(join(folder, "stubs/docker"), "#!/bin/sh\nexit 1\n")
  chmodSync(join(folder, "stubs/docker"), 0o755)
  mkdirSync(join(folder, "secrets"))
  writeFileSync(join(folder, "secrets/jwt-secret"), "of before")
  const { PATH = "", ...env } = inheritedEnvironment()
  const renew = (...names: string[]) =>
    execa(join(folder, "docker/new-secrets.sh"), names, {
      extendEnv: false,
      env: { ...env, PATH: `${join(folder, "stubs")}:${PATH}` },
      reject: false,
    })
  const secret = () => readFileSync(join(folder, "secrets/jwt-secret"), "utf8")

  const wrong = await renew("sessions", "sesions")
  expect([wrong.exitCode, wrong.stderr]).toEqual([1, "sesions is none of: sessions, database, redis"])
  expect(secret()).toBe("of before")

  const interrupted = await renew("sessions")
  expect(interrupted.exitCode).toBe(1)
  expect(interrupted.stderr).toContain("run this again: docker/new-secrets.sh sessions")
  expect(secret()).not.toBe("of before")
})
