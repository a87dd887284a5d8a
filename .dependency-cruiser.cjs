/**
 * The import rules: imports run one way, and this file says which way.
 * Every rule here is shown to fire by a planted violation in tooling/import-rules.spec.ts;
 * a rule without a plant fails that test.
 *
 * `$1` in a `to` stands for what the first group of the rule's `from` matched.
 *
 * @typedef {import("dependency-cruiser").IRegularForbiddenRuleType} ForbiddenRule
 */

const TEST_FILE = "\\.spec\\.tsx?$"
const BITCOIN = "^backend/src/modules/bitcoin-payment"

/**
 * Everything under `within` except what `allowed` lists is out of reach for `from`; all are patterns of paths.
 * @type {(name: string, comment: string, from: string, allowed: string[], within: string) => ForbiddenRule}
 */
const mayOnlyReach = (name, comment, from, allowed, within) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: TEST_FILE },
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

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    never("no-circles", "Two files that need each other are one idea in two places.", {}, { circular: true }),
    never("no-missing-import", "An import must lead somewhere.", {}, { couldNotResolve: true }),

    // Between the workspaces
    never(
      "contracts-import-zod-alone",
      "The one thing both sides import must not drag anything else into them.",
      { path: "^contracts/src/", pathNot: TEST_FILE },
      { pathNot: ["^contracts/src/", "(^|/)node_modules/zod/"] },
    ),
    never(
      "storefront-never-imports-backend",
      "The two meet in contracts and over HTTP, nowhere else.",
      { path: "^storefront/" },
      { path: "^backend/" },
    ),
    never(
      "backend-never-imports-storefront",
      "The two meet in contracts and over HTTP, nowhere else.",
      { path: "^backend/" },
      { path: "^storefront/" },
    ),
    never(
      "production-never-imports-the-sandbox",
      "The sandbox holds demo keys and fake money: production must not be able to reach it.",
      { path: "^(contracts|backend|storefront)/", pathNot: ["^backend/integration/", TEST_FILE] },
      { path: "^(sandbox|e2e|bench|tooling|backend/integration)/" },
    ),
    never(
      "production-never-imports-tests",
      "A spec is read by the test runner alone.",
      { pathNot: TEST_FILE },
      { path: TEST_FILE },
    ),

    // The storefront
    storefrontLayer("pages", ["features", "api", "ui", "lib"]),
    storefrontLayer("features", ["api", "ui", "lib"]),
    storefrontLayer("api", ["lib"]),
    storefrontLayer("ui", ["lib"]),
    storefrontLayer("lib", []),
    never(
      "features-never-import-features",
      "What two features share belongs a layer below them; what joins them belongs to a page.",
      { path: "^storefront/src/features/([^/]+)/" },
      { path: "^storefront/src/features/", pathNot: "^storefront/src/features/$1/" },
    ),
    never(
      "ui-knows-no-commerce",
      "A button has never heard of a cart.",
      { path: "^storefront/src/ui/" },
      { path: "^contracts/" },
    ),
    never(
      "browser-code-never-imports-the-server",
      "What runs in the browser must not pull in what runs in Node.",
      { path: "^storefront/src/", pathNot: TEST_FILE },
      { path: "^storefront/server/", dependencyTypesNot: ["type-only"] },
    ),

    // The backend
    never(
      "workflows-reach-down",
      "api routes, jobs, subscribers → workflows, never back.",
      {
        path: "^backend/src/(workflows|payment-review|account|business-details|catalogue|contact|food|mail|orders|product-csv|query|stock)/",
        pathNot: TEST_FILE,
      },
      { path: "^backend/src/(api|jobs|subscribers|seed|scripts|server)/" },
    ),
    never(
      "entry-points-stand-alone",
      "A route, a job and a subscriber share workflows, not each other.",
      { path: "^backend/src/(api|jobs|subscribers)/" },
      { path: "^backend/src/(api|jobs|subscribers)/", pathNot: "^backend/src/$1/" },
    ),
    never(
      "modules-export-through-index",
      "From outside a module only its index.ts is to be seen.",
      { path: "^backend/src/", pathNot: ["^backend/src/modules/", TEST_FILE] },
      { path: "^backend/src/modules/[^/]+/", pathNot: "^backend/src/modules/[^/]+/index\\.ts$" },
    ),
    never(
      "modules-are-islands",
      "A module knows neither the application around it nor another module.",
      { path: "^backend/src/modules/([^/]+)/", pathNot: TEST_FILE },
      { path: "^backend/", pathNot: "^backend/src/modules/$1/" },
    ),
    never(
      "admin-is-on-its-own",
      "The admin's widgets are bundled for the browser: no server code in there, and none of it on the server.",
      { path: "^backend/src/admin/" },
      { path: "^backend/", pathNot: "^backend/src/admin/" },
    ),
    never(
      "server-never-imports-admin",
      "The admin's widgets are bundled for the browser.",
      { path: "^backend/", pathNot: "^backend/src/admin/" },
      { path: "^backend/src/admin/" },
    ),
    never(
      "config-depends-on-nothing",
      "The environment is parsed before anything else exists.",
      { path: "^backend/src/config/", pathNot: TEST_FILE },
      { path: "^backend/", pathNot: "^backend/src/config/" },
    ),

    // Taking Bitcoin: ports and adapters
    never(
      "bitcoin-domain-imports-nothing",
      "The rules about money are a function of values: no package, no Node, no clock.",
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
    // The condition "source" leads an import of @shop/contracts to its TypeScript, built or not.
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["source", "types", "import", "node", "default", "require"],
    },
  },
}
