import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { cruise } from "dependency-cruiser"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import rules from "../.dependency-cruiser.cjs"

const ruleNames = (rules.forbidden ?? []).map((rule) => rule.name ?? "a rule without a name").sort()

const bitcoin = "backend/src/modules/bitcoin-payment/src"
const engine = "packages/medusa-payments/src"
const paymentsAdmin = "backend/src/modules/bitcoin-payment/src/admin"

/** A project that follows the rules: each file with its imports (a path of this project, or a package). */
const VALID_PROJECT: Record<string, readonly string[]> = {
  "contracts/src/index.ts": ["contracts/src/money.ts"],
  "contracts/src/money.ts": ["zod"],

  "brands/demo/copy/home.ts": [],
  "storefront/src/app/router.ts": ["storefront/src/pages/home.ts", "storefront/src/ui/toast.ts"],
  "storefront/src/pages/home.ts": [
    "storefront/src/features/add-to-cart/button.ts",
    "storefront/src/features/cart-drawer/drawer.ts",
    "storefront/src/api/products.ts",
  ],
  "storefront/src/features/add-to-cart/button.ts": [
    "storefront/src/features/add-to-cart/state.ts",
    "storefront/src/api/cart.ts",
    "storefront/src/ui/toast.ts",
    "storefront/src/lib/money.ts",
  ],
  "storefront/src/features/add-to-cart/state.ts": [],
  "storefront/src/features/cart-drawer/drawer.ts": ["storefront/src/api/cart.ts"],
  "storefront/src/api/cart.ts": ["contracts/src/index.ts", "storefront/src/lib/money.ts"],
  "storefront/src/api/products.ts": ["contracts/src/index.ts"],
  "storefront/src/ui/toast.ts": ["storefront/src/lib/money.ts"],
  "storefront/src/lib/money.ts": ["contracts/src/index.ts"],
  "storefront/src/lib/money.spec.ts": ["storefront/src/lib/money.ts", "vitest"],
  "storefront/server/serve.ts": ["storefront/src/app/router.ts"],

  "backend/src/platform/config/environment.ts": ["zod"],
  "backend/src/api/api/orders/route.ts": [
    "backend/src/workflows/place-order.ts",
    `${bitcoin}/modules/bitcoin-payment/index.ts`,
  ],
  "backend/src/catalogue/read-model.ts": ["backend/src/platform/sql/rows.ts"],
  "backend/src/platform/medusa-tables/orders.ts": ["backend/src/platform/sql/rows.ts"],
  "backend/src/platform/sql/rows.ts": [],
  "backend/src/orders/order-view.ts": ["backend/src/catalogue/read-model.ts"],
  "backend/src/mail/send-mail.ts": ["backend/src/orders/order-view.ts"],
  "backend/src/staff/sign-ins.ts": ["backend/src/mail/send-mail.ts"],
  "backend/src/payments/cases.ts": ["backend/src/orders/order-view.ts"],
  "backend/src/helpers/text.ts": [],
  "backend/src/jobs/expire.ts": ["backend/src/workflows/place-order.ts"],
  "backend/src/subscribers/order-placed.ts": ["backend/src/workflows/place-order.ts"],
  "backend/src/workflows/place-order.ts": [
    `${bitcoin}/modules/bitcoin-payment/index.ts`,
    "contracts/src/index.ts",
  ],
  "backend/src/workflows/place-order.spec.ts": [
    "backend/src/workflows/place-order.ts",
    "sandbox/src/postgres.ts",
  ],
  "backend/src/admin/widgets/payment.ts": ["backend/src/admin/format.ts", "zod"],
  "backend/src/admin/format.ts": [],
  "backend/src/modules/shop/index.ts": ["backend/src/modules/shop/service.ts"],
  "backend/src/modules/shop/service.ts": ["contracts/src/index.ts"],
  [`${paymentsAdmin}/api.ts`]: ["zod"],
  [`${bitcoin}/modules/bitcoin-payment/index.ts`]: [`${bitcoin}/modules/bitcoin-payment/service.ts`],
  [`${bitcoin}/modules/bitcoin-payment/service.ts`]: [
    `${bitcoin}/application/open-invoice.ts`,
    `${bitcoin}/adapters/esplora.ts`,
  ],
  [`${bitcoin}/adapters/esplora.ts`]: [`${bitcoin}/ports/chain-source.ts`, "zod"],
  [`${bitcoin}/application/open-invoice.ts`]: [
    `${bitcoin}/repository/invoices.ts`,
    `${bitcoin}/ports/chain-source.ts`,
    `${bitcoin}/domain/quote.ts`,
  ],
  [`${bitcoin}/repository/invoices.ts`]: [
    `${bitcoin}/ports/chain-source.ts`,
    `${bitcoin}/domain/quote.ts`,
    `${engine}/database.ts`,
  ],
  [`${engine}/modules/outbox/index.ts`]: [`${engine}/database.ts`],
  [`${engine}/database.ts`]: ["zod"],
  [`${bitcoin}/ports/chain-source.ts`]: [`${bitcoin}/domain/quote.ts`],
  [`${bitcoin}/domain/quote.ts`]: [`${bitcoin}/domain/satoshis.ts`],
  [`${bitcoin}/domain/satoshis.ts`]: [],
  [`${bitcoin}/domain/quote.spec.ts`]: [`${bitcoin}/domain/quote.ts`, "vitest"],

  "backend/integration/harness/postgres.ts": ["sandbox/src/postgres.ts"],

  "sandbox/src/postgres.ts": [],
  "e2e/journeys/checkout.spec.ts": ["sandbox/src/postgres.ts", "contracts/src/index.ts"],
}

/** What breaks each rule: every [file, import] must be caught by the rule under which it stands; `type` imports no more than types. */
const VIOLATIONS: Record<string, readonly (readonly [file: string, imports: string])[]> = {
  "no-circles": [
    ["storefront/src/features/add-to-cart/state.ts", "storefront/src/features/add-to-cart/button.ts"],
    ["storefront/src/features/add-to-cart/state.ts", "type storefront/src/features/add-to-cart/button.ts"],
  ],
  "no-missing-import": [["storefront/src/lib/money.ts", "storefront/src/lib/nowhere.ts"]],
  "contracts-import-zod-alone": [
    ["contracts/src/money.ts", "left-pad"],
    ["contracts/src/money.ts", "node:fs"],
    ["contracts/src/money.ts", "storefront/src/lib/money.ts"],
  ],
  "storefront-never-imports-backend": [
    ["storefront/src/api/cart.ts", "backend/src/platform/config/environment.ts"],
    ["storefront/server/serve.ts", "backend/src/platform/config/environment.ts"],
    ["storefront/src/api/cart.ts", `${engine}/database.ts`],
  ],
  "backend-never-imports-storefront": [
    ["backend/src/workflows/place-order.ts", "storefront/src/lib/money.ts"],
  ],
  "production-never-imports-the-sandbox": [
    ["contracts/src/money.ts", "sandbox/src/postgres.ts"],
    ["backend/src/platform/config/environment.ts", "sandbox/src/postgres.ts"],
    ["storefront/server/serve.ts", "sandbox/src/postgres.ts"],
    [`${engine}/database.ts`, "sandbox/src/postgres.ts"],
    ["backend/src/platform/config/environment.ts", "backend/integration/harness/postgres.ts"],
  ],
  "production-never-imports-tests": [["storefront/src/lib/money.ts", "storefront/src/lib/money.spec.ts"]],
  "brands-are-data": [["brands/demo/copy/home.ts", "storefront/src/lib/money.ts"]],
  "storefront-pages-reaches-down": [["storefront/src/pages/home.ts", "storefront/src/app/router.ts"]],
  "storefront-features-reaches-down": [
    ["storefront/src/features/add-to-cart/state.ts", "storefront/src/pages/home.ts"],
    ["storefront/src/features/add-to-cart/state.ts", "storefront/src/app/router.ts"],
  ],
  "storefront-api-reaches-down": [
    ["storefront/src/api/cart.ts", "storefront/src/ui/toast.ts"],
    ["storefront/src/api/cart.ts", "storefront/src/features/add-to-cart/state.ts"],
  ],
  "storefront-ui-reaches-down": [
    ["storefront/src/ui/toast.ts", "storefront/src/api/cart.ts"],
    ["storefront/src/ui/toast.ts", "storefront/src/features/add-to-cart/state.ts"],
  ],
  "storefront-lib-reaches-down": [
    ["storefront/src/lib/money.ts", "storefront/src/ui/toast.ts"],
    ["storefront/src/lib/money.ts", "storefront/src/api/cart.ts"],
  ],
  "features-never-import-features": [
    ["storefront/src/features/cart-drawer/drawer.ts", "storefront/src/features/add-to-cart/button.ts"],
  ],
  "ui-knows-no-commerce": [["storefront/src/ui/toast.ts", "contracts/src/index.ts"]],
  "browser-code-never-imports-the-server": [["storefront/src/app/router.ts", "storefront/server/serve.ts"]],
  "backend-platform-reaches-down": [
    ["backend/src/platform/sql/rows.ts", "backend/src/modules/shop/index.ts"],
  ],
  "backend-catalogue-reaches-down": [
    ["backend/src/catalogue/read-model.ts", "backend/src/orders/order-view.ts"],
    ["backend/src/catalogue/read-model.ts", "backend/src/api/api/orders/route.ts"],
  ],
  "backend-orders-reaches-down": [["backend/src/orders/order-view.ts", "backend/src/mail/send-mail.ts"]],
  "backend-mail-reaches-down": [["backend/src/mail/send-mail.ts", "backend/src/staff/sign-ins.ts"]],
  "backend-customers-reaches-down": [
    ["backend/src/staff/sign-ins.ts", "backend/src/payments/cases.ts"],
    ["backend/src/payments/cases.ts", "backend/src/workflows/place-order.ts"],
  ],
  "backend-workflows-reaches-down": [
    ["backend/src/workflows/place-order.ts", "backend/src/api/api/orders/route.ts"],
    ["backend/src/workflows/place-order.ts", "backend/src/jobs/expire.ts"],
  ],
  "backend-admin-reaches-down": [
    ["backend/src/subscribers/order-placed.ts", "backend/src/jobs/expire.ts"],
    ["backend/src/jobs/expire.ts", "backend/src/api/api/orders/route.ts"],
  ],
  "backend-rooms-have-a-level": [["backend/src/helpers/text.ts", "zod"]],
  "modules-export-through-index": [
    ["backend/src/workflows/place-order.ts", `${bitcoin}/domain/quote.ts`],
    ["backend/src/api/api/orders/route.ts", "backend/src/modules/shop/service.ts"],
    ["backend/src/jobs/expire.ts", `${bitcoin}/modules/bitcoin-payment/service.ts`],
  ],
  "packages-import-neither-shop-nor-method": [
    [`${engine}/database.ts`, "contracts/src/index.ts"],
    [`${engine}/database.ts`, "backend/src/platform/config/environment.ts"],
    [`${engine}/modules/outbox/index.ts`, `type ${bitcoin}/modules/bitcoin-payment/index.ts`],
  ],
  "payments-import-nothing-of-the-shop": [
    [`${bitcoin}/modules/bitcoin-payment/service.ts`, "contracts/src/index.ts"],
    [`${bitcoin}/modules/bitcoin-payment/service.ts`, "backend/src/platform/config/environment.ts"],
  ],
  "modules-are-islands": [
    ["backend/src/modules/shop/service.ts", `${bitcoin}/modules/bitcoin-payment/index.ts`],
    ["backend/src/modules/shop/service.ts", "backend/src/workflows/place-order.ts"],
    [`${bitcoin}/modules/bitcoin-payment/service.ts`, "backend/src/platform/config/environment.ts"],
  ],
  "admin-is-on-its-own": [
    ["backend/src/admin/format.ts", "backend/src/platform/config/environment.ts"],
    [`${paymentsAdmin}/api.ts`, `type ${bitcoin}/domain/quote.ts`],
  ],
  "server-never-imports-admin": [
    ["backend/src/workflows/place-order.ts", "backend/src/admin/format.ts"],
    [`${bitcoin}/modules/bitcoin-payment/service.ts`, `${paymentsAdmin}/api.ts`],
  ],
  "medusa-tables-are-statements": [
    ["backend/src/platform/medusa-tables/orders.ts", "backend/src/platform/config/environment.ts"],
  ],
  "config-depends-on-nothing": [
    ["backend/src/platform/config/environment.ts", "backend/src/modules/shop/index.ts"],
  ],
  "bitcoin-domain-imports-nothing": [
    [`${bitcoin}/domain/satoshis.ts`, `${bitcoin}/ports/chain-source.ts`],
    [`${bitcoin}/domain/satoshis.ts`, "zod"],
    [`${bitcoin}/domain/satoshis.ts`, "node:crypto"],
    [`${bitcoin}/domain/satoshis.ts`, "contracts/src/index.ts"],
  ],
  "bitcoin-ports-reaches-down": [
    [`${bitcoin}/ports/chain-source.ts`, `${bitcoin}/application/open-invoice.ts`],
    [`${bitcoin}/ports/chain-source.ts`, `${bitcoin}/modules/bitcoin-payment/service.ts`],
  ],
  "bitcoin-application-reaches-down": [
    [`${bitcoin}/application/open-invoice.ts`, `${bitcoin}/adapters/esplora.ts`],
    [`${bitcoin}/application/open-invoice.ts`, `${bitcoin}/modules/bitcoin-payment/service.ts`],
  ],
  "bitcoin-repository-reaches-down": [
    [`${bitcoin}/repository/invoices.ts`, `${bitcoin}/application/open-invoice.ts`],
    [`${bitcoin}/repository/invoices.ts`, `${bitcoin}/adapters/esplora.ts`],
  ],
  "bitcoin-adapters-reaches-down": [
    [`${bitcoin}/adapters/esplora.ts`, `${bitcoin}/modules/bitcoin-payment/service.ts`],
    [`${bitcoin}/adapters/esplora.ts`, `${bitcoin}/repository/invoices.ts`],
  ],
}

let project: string

const importLine = (from: string, wanted: string, index: number): string => {
  const target = wanted.replace(/^type /, "")
  const isPath = target.includes("/") && !target.startsWith("node:")
  const path = relative(dirname(from), target).replace(/\.ts$/, "")
  const name = `it${String(index)}`
  const source = isPath ? (path.startsWith(".") ? path : `./${path}`) : target
  return target === wanted
    ? `import * as ${name} from "${source}"\nconsole.log(${name})`
    : `import type * as ${name} from "${source}"\nexport type { ${name} }`
}

const writeModule = async (file: string, imports: readonly string[]): Promise<void> => {
  await mkdir(dirname(join(project, file)), { recursive: true })
  const lines = imports.map((target, index) => importLine(file, target, index))
  await writeFile(join(project, file), [...lines, "export {}", ""].join("\n"))
}

const writePackage = async (name: string): Promise<void> => {
  const folder = join(project, "node_modules", name)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, "package.json"), JSON.stringify({ name, version: "1.0.0", main: "index.js" }))
  await writeFile(join(folder, "index.js"), "module.exports = {}\n")
}

/** @returns the names of the rules that the project breaks. */
const brokenRules = async (): Promise<string[]> => {
  const { output } = await cruise(
    ["brands", "contracts", "packages", "backend", "storefront", "sandbox", "e2e"],
    {
      ...rules.options,
      baseDir: project,
      validate: true,
      ruleSet: { forbidden: rules.forbidden },
    },
  )
  if (typeof output === "string") throw new Error(output)
  return output.summary.violations.map(({ rule }) => rule.name)
}

describe("the import rules", () => {
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), "import-rules-"))
    await Promise.all(["zod", "vitest", "left-pad"].map(writePackage))
    await writeFile(join(project, "package.json"), JSON.stringify({ name: "project", private: true }))
    await Promise.all(Object.entries(VALID_PROJECT).map(([file, imports]) => writeModule(file, imports)))
  })

  afterAll(async () => {
    await rm(project, { recursive: true, force: true })
  })

  it("accepts a valid project", async () => {
    expect(await brokenRules()).toEqual([])
  })

  it("has a planted violation for every rule", () => {
    expect(Object.keys(VIOLATIONS).sort()).toEqual(ruleNames)
  })

  for (const [rule, plants] of Object.entries(VIOLATIONS)) {
    for (const [file, target] of plants) {
      it(`${rule}: catches ${file} importing ${target}`, async () => {
        const imports = VALID_PROJECT[file] ?? []
        await writeModule(file, [...imports, target])
        const caught = await brokenRules()
        await writeModule(file, imports)
        expect(caught).toContain(rule)
      })
    }
  }
})
