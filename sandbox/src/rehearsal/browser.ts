import { npmCli } from "../launcher/npm-cli.js"
import { repository } from "../launcher/repository.js"
import { run } from "../launcher/run.js"
import { inheritedEnvironment } from "../process/environment.js"
import { type startOutside, STAFF } from "./outside.js"
import type { Shape } from "./shape.js"

/** The buying journeys of e2e/, in a real browser, through the proxy and both servers. */
export function browse(
  { shop, admin }: Shape,
  { bitcoin, mailbox }: Awaited<ReturnType<typeof startOutside>>,
  logFile: string,
): Promise<void> {
  const stack = {
    storefrontUrl: shop,
    backendUrl: admin,
    bitcoinUrl: bitcoin.url,
    mailboxUrl: mailbox.url,
    admin: STAFF,
  }
  return run({
    name: "the journeys",
    script: npmCli(),
    args: ["run", "journeys:several", "--", "--project", "buying"],
    cwd: repository,
    env: { ...inheritedEnvironment(), SHOP_UNDER_TEST: JSON.stringify(stack), CI: "1" },
    logFile,
  })
}
