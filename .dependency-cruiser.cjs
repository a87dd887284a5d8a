/**
 * The import rules: imports run one way.
 * tooling/import-rules.spec.ts plants a violation of every rule and fails if a rule does not report it.
 *
 * `$1` in a `to` stands for what the first group of the rule's `from` matched.
 *
 * @typedef {import("dependency-cruiser").IRegularForbiddenRuleType} ForbiddenRule
 */

const TEST_FILE = "\\.spec\\.tsx?$"
/** The package `medusa-payment-bitcoin` */
const PAYMENTS = "^backend/src/modules/bitcoin-payment/"
/** The shop's extensions of Medusa's admin, and the package's. */
const ADMIN = "^backend/src/(admin|modules/bitcoin-payment/src/admin)/"
const BITCOIN = `${PAYMENTS}src`

/**
 * Files of `from` may import from `within` only what `allowed` lists. All are patterns of paths.
 * @type {(name: string, comment: string, from: string, allowed: string[], within: string) => ForbiddenRule}
 */
const mayOnlyReach = (name, comment, from, allowed, within) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: [TEST_FILE, "/testing/"] },
  to: { path: within, pathNot: allowed },
})

/** @type {(name: string, comment: string, from: ForbiddenRule["from"], to: ForbiddenRule["to"]) => ForbiddenRule} */
const never = (name, comment, from, to) => ({ name, comment, severity: "error", from, to })

/** @type {(layer: string, reachable: string[]) => ForbiddenRule} */
const storefrontLayer = (layer, reachable) =>
  mayOnlyReach(
    `storefront-${layer}-reaches-down`,
    `app → pages → features → (api | ui) → lib: ${layer} may reach ${reachable.join(", ")} and itself only`,
    `^storefront/src/${layer}/`,
    [layer, ...reachable].map((name) => `^storefront/src/${name}/`),
    "^storefront/src/",
  )

/** @type {(name: string, from: string, reachable: string[]) => ForbiddenRule} */
const bitcoinLayer = (name, from, reachable) =>
  mayOnlyReach(
    `bitcoin-${name}-reaches-down`,
    `provider, service → application → (repository, ports, domain); adapters and repository → ports, domain: ${name} may reach ${reachable.join(", ")} only`,
    `${BITCOIN}/${from}`,
    reachable.map((layer) => `${BITCOIN}/${layer}/`),
    "^backend/",
  )

/**
 * The folders of the backend, lowest first: each imports itself and what is below, so folders of one level stand beside each
 * other. Below the workflows are the domains, above them Medusa's entry points.
 */
const BACKEND_LEVELS = [
  ["platform"],
  ["modules"],
  ["catalogue"],
  ["orders"],
  ["mail"],
  ["customers", "messages", "payments", "staff"],
  ["workflows"],
  ["admin", "api", "jobs", "links", "migration-scripts", "scripts", "subscribers"],
]

/** `modules` has a stricter rule of its own. */
const backendLevels = () =>
  BACKEND_LEVELS.flatMap((rooms, level) =>
    rooms[0] === "modules"
      ? []
      : mayOnlyReach(
          `backend-${rooms[0]}-reaches-down`,
          `${BACKEND_LEVELS.map((each) => each.join(", ")).join(" ← ")}: one imports itself and what is left of it`,
          `^backend/src/(${rooms.join("|")})/`,
          [
            "^backend/src/$1/",
            ...BACKEND_LEVELS.slice(0, level)
              .flat()
              .map((room) => `^backend/src/${room}/`),
          ],
          "^backend/src/",
        ),
  )

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    never("no-circles", "Files that import each other belong together.", {}, { circular: true }),
    never("no-missing-import", "Every import must resolve.", {}, { couldNotResolve: true }),

    // Between the workspaces
    never(
      "contracts-import-zod-alone",
      "Backend and storefront both import contracts: it must not add other dependencies to them.",
      { path: "^contracts/src/", pathNot: TEST_FILE },
      { pathNot: ["^contracts/src/", "(^|/)node_modules/zod/"] },
    ),
    never(
      "storefront-never-imports-backend",
      "Backend and storefront share contracts and HTTP only.",
      { path: "^storefront/" },
      { path: "^(backend|packages/medusa-payments)/" },
    ),
    never(
      "backend-never-imports-storefront",
      "Backend and storefront share contracts and HTTP only.",
      { path: "^backend/" },
      { path: "^storefront/" },
    ),
    never(
      "production-never-imports-the-sandbox",
      "The sandbox contains demo keys and test money, which production must not import.",
      { path: "^(contracts|packages|backend|storefront)/", pathNot: ["^backend/integration/", TEST_FILE] },
      { path: "^(sandbox|e2e|bench|tooling|backend/integration)/" },
    ),
    never(
      "production-never-imports-tests",
      "Only the test runner loads specs.",
      { pathNot: TEST_FILE },
      { path: TEST_FILE },
    ),

    never(
      "brands-are-data",
      "A brand contains data: the form is the pages' and the emails' own.",
      { path: "^brands/" },
      { pathNot: "^brands/" },
    ),

    // The storefront
    storefrontLayer("pages", ["features", "api", "ui", "lib"]),
    storefrontLayer("features", ["api", "ui", "lib"]),
    storefrontLayer("api", ["lib"]),
    storefrontLayer("ui", ["lib"]),
    storefrontLayer("lib", []),
    never(
      "features-never-import-features",
      "Shared code of features belongs to a lower layer; their composition belongs to a page.",
      { path: "^storefront/src/features/([^/]+)/" },
      { path: "^storefront/src/features/", pathNot: "^storefront/src/features/$1/" },
    ),
    never(
      "ui-knows-no-commerce",
      "Components of ui/ contain no commerce.",
      { path: "^storefront/src/ui/" },
      { path: "^contracts/" },
    ),
    never(
      "browser-code-never-imports-the-server",
      "Browser code must not import Node code.",
      { path: "^storefront/src/", pathNot: TEST_FILE },
      { path: "^storefront/server/", dependencyTypesNot: ["type-only"] },
    ),

    // The backend
    ...backendLevels(),
    never(
      "backend-rooms-have-a-level",
      "A new folder of the backend belongs to one of BACKEND_LEVELS.",
      { path: `^backend/src/(?!(${BACKEND_LEVELS.flat().join("|")})/)[^/]+/` },
      {},
    ),
    never(
      "modules-export-through-index",
      "Other code imports a module only through its index.ts.",
      { path: "^backend/src/", pathNot: ["^backend/src/modules/", TEST_FILE] },
      {
        path: "^backend/src/modules/[^/]+/",
        pathNot: [
          "^backend/src/modules/[^/]+/index\\.ts$",
          `${PAYMENTS}src/(watcher|workflows|(modules|providers)/[^/]+)/index\\.ts$`,
        ],
      },
    ),
    never(
      "packages-import-neither-shop-nor-method",
      "medusa-payments is for every payment method of any Medusa application.",
      { path: "^packages/", pathNot: TEST_FILE },
      {
        path: "^(contracts|storefront|brands|sandbox|e2e|bench|tooling|backend)/",
        pathNot: "/node_modules/",
      },
    ),
    never(
      "payments-import-nothing-of-the-shop",
      "medusa-payment-bitcoin is a package for any Medusa application.",
      { path: PAYMENTS, pathNot: TEST_FILE },
      {
        path: "^(contracts|storefront|brands|sandbox|e2e|bench|tooling|backend)/",
        pathNot: [PAYMENTS, "/node_modules/"],
      },
    ),
    never(
      "modules-are-islands",
      "A module imports neither the application nor other modules.",
      { path: "^backend/src/modules/([^/]+)/", pathNot: [TEST_FILE, "/testing/"] },
      { path: "^backend/", pathNot: ["^backend/src/modules/$1/", "^backend/node_modules/"] },
    ),
    never(
      "admin-is-on-its-own",
      "The admin is bundled for the browser and must not contain server code.",
      { path: ADMIN, pathNot: TEST_FILE },
      {
        path: "^backend/",
        pathNot: [
          "^backend/src/$1/",
          `${BITCOIN}/(texts|domain/(action-forms|bitcoin-provider|invoice|refund-destination|refund-satoshis|satoshis))\\.ts$`,
        ],
      },
    ),
    never(
      "server-never-imports-admin",
      "The admin is bundled for the browser.",
      { path: "^backend/", pathNot: ADMIN },
      { path: ADMIN },
    ),
    never(
      "config-depends-on-nothing",
      "The environment is parsed before anything else is loaded.",
      { path: "^backend/src/platform/config/", pathNot: TEST_FILE },
      { path: "^backend/", pathNot: "^backend/src/platform/config/" },
    ),
    mayOnlyReach(
      "medusa-tables-are-statements",
      "Statements on Medusa's tables import no rule: sql runs them, money and email addresses are columns.",
      "^backend/src/platform/medusa-tables/",
      ["^backend/src/platform/(medusa-tables|sql)/", "^backend/src/platform/(money|email-address)\\.ts$"],
      "^backend/",
    ),

    // Bitcoin payments: ports and adapters
    never(
      "bitcoin-domain-imports-nothing",
      "The domain consists of pure functions: no packages, no Node, no clock.",
      { path: `${BITCOIN}/domain/`, pathNot: TEST_FILE },
      { pathNot: `${BITCOIN}/domain/` },
    ),
    bitcoinLayer("ports", "ports/", ["ports", "domain"]),
    bitcoinLayer("application", "application/", ["application", "repository", "ports", "domain"]),
    bitcoinLayer("repository", "repository/", ["repository", "ports", "domain"]),
    bitcoinLayer("adapters", "adapters/", ["adapters", "ports", "domain"]),
  ],
  options: {
    doNotFollow: { path: "(^|/)(node_modules|dist|\\.medusa)/" },
    exclude: { path: "(^|/)(dist|\\.medusa|\\.data|coverage|test-results|playwright-report)/" },
    tsPreCompilationDeps: true,
    webpackConfig: { fileName: `${__dirname}/tooling/import-aliases.cjs` },
    // The condition "source" resolves @shop/contracts to its TypeScript sources.
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["source", "types", "import", "node", "default", "require"],
    },
  },
}
