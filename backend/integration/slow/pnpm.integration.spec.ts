import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { TEST_DESCRIPTOR } from "../../src/modules/bitcoin-payment/src/adapters/testing/test-descriptor"
import { makeBareApplication, pnpm, type BareApplication } from "../harness/bare-application"
import { runMedusa, startMedusa } from "../harness/medusa"
import { askDatabase, databaseUrl } from "../harness/postgres"
import { startRegtest, type Regtest } from "../harness/regtest"
import { JWT_SECRET } from "../harness/settings"

const DATABASE = "pnpm_application"

let application: BareApplication
let network: Regtest
beforeAll(async () => {
  const server = inject("postgresUrl")
  await askDatabase(server, `drop database if exists ${DATABASE} with (force)`)
  await askDatabase(server, `create database ${DATABASE}`)
  ;[application, network] = await Promise.all([
    makeBareApplication("pnpm-application", "pnpm"),
    startRegtest(),
  ])
})
afterAll(async () => {
  await network.stop()
  await application.remove()
  await askDatabase(inject("postgresUrl"), `drop database if exists ${DATABASE} with (force)`)
})

/** pnpm shows a package its own dependencies alone: one that it does not name is missing here. */
it("installed by pnpm, the packed plugin has all that it needs: its commands, its migrations and its server", async () => {
  const settings = {
    NODE_ENV: "development",
    DATABASE_URL: databaseUrl(inject("postgresUrl"), DATABASE),
    DISABLE_MEDUSA_ADMIN: "true",
    JWT_SECRET,
    COOKIE_SECRET: "only-for-tests",
    BITCOIN_DESCRIPTOR: TEST_DESCRIPTOR,
    BITCOIN_ESPLORA_URL: network.url,
  }
  const key = /tpub\w+/.exec(TEST_DESCRIPTOR)?.[0] ?? ""
  const wallet = ["wallet", key, "--script", "wpkh", "--network", "regtest"]
  expect(await pnpm(application.folder, "exec", "medusa-payment-bitcoin", ...wallet)).toContain(
    TEST_DESCRIPTOR,
  )
  await runMedusa(["db:migrate"], settings, "pnpm-migrate", application.folder)
  const backend = await startMedusa(settings, "pnpm-store", undefined, application.folder)
  const read = (name: string) => fetch(`${backend.url}/pay/bitcoin/${name}`)
  const [element, unknown] = [await read("element.js"), await read("order_unknown/payment")]
  await backend.stop()
  expect([element.status, unknown.status]).toEqual([200, 404])
})
