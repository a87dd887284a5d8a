import js from "@eslint/js"
import medusa from "@medusajs/eslint-plugin"
import tanstackQuery from "@tanstack/eslint-plugin-query"
import { defineConfig } from "eslint/config"
import reactHooks from "eslint-plugin-react-hooks"
import globals from "globals"
import tseslint from "typescript-eslint"

const TYPESCRIPT = [
  "vitest.config.ts",
  "{brands,contracts,packages,backend,storefront,sandbox,e2e,bench,tooling}/**/*.{ts,mts,tsx}",
]
const TESTS = ["**/*.spec.{ts,tsx}", "e2e/**/*.ts"]
const NO_SKIPPED_TEST = {
  selector: "MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(skip|only|todo|fixme)$/]",
  message: "A test that does not run is no test.",
}
/** Two of Medusa's rules need ESLint's own types, which take longer than all others: `npm run test:all` applies them. */
const WITH_TYPES = process.env.LINT === "all"
const WORKFLOWS = [
  "{backend,packages/*}/src/workflows/**/*.ts",
  "backend/src/catalogue/{change-products/**,csv/import-workflow}.ts",
]

/** Texts where they cannot be translated: in JSX, and in literals that begin like a sentence or consist of words. */
const WRITTEN_TEXTS = [
  "JSXText[value=/\\p{L}/u]",
  "JSXAttribute[name.name=/^(alt|aria-label|content|confirm|description|hint|label|lead|legend|name|placeholder|title|what)$/] > Literal[value=/\\p{L}/u]",
  "Literal[value=/^\\p{Lu}\\p{Ll}|^[\\p{L}’',]+( [\\p{L}’',]+)+[.?!:…]?$/u]:not(JSXAttribute[name.name=/lassName$/] Literal):not([value=/^(Bitcoin|Escape|Europe.London|Best Seller|Organic|Natural)$/])",
  "TemplateElement[value.raw=/(^| )\\p{L}+ | \\p{L}+($|[ .,:])/u]:not(JSXAttribute[name.name=/lassName$/] TemplateElement)",
].map((selector) => ({ selector, message: "The admin's texts are in backend/src/admin/i18n." }))

/**
 * The configurations of a plugin, limited to one folder. Medusa's globs assume a repository that contains only a backend,
 * and its parser options would parse every type twice.
 */
const within = (folder, configs) =>
  configs
    .filter((config) => config.rules && Object.keys(config.rules).length > 0)
    .map(({ languageOptions: _ours, files, ...config }) => ({
      ...config,
      files: files ? files.map((glob) => [`${folder}/**`, glob].flat()) : [`${folder}/**/*.{ts,tsx}`],
    }))

export default defineConfig(
  {
    ignores: [
      "**/node_modules/",
      "**/dist/",
      "**/.medusa/",
      "**/coverage/",
      "**/test-results/",
      "**/playwright-report/",
      ".data/",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error", reportUnusedInlineConfigs: "error" } },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "prefer-const": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-warning-comments": ["error", { terms: ["todo", "fixme", "xxx", "eslint-disable"] }],
    },
  },
  { files: ["**/*.{js,mjs,cjs}"], languageOptions: { globals: globals.node } },

  // TypeScript, everywhere. The rules that need types are in .oxlintrc.json (ADR 0032).
  ...tseslint.configs.strict.map((config) => ({ ...config, files: TYPESCRIPT })),
  {
    files: TYPESCRIPT,
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },

  // The backend: Medusa's own rules
  { files: ["{backend,packages}/**/*.{ts,mts,tsx}"], plugins: { "@medusajs": medusa } },
  ...within("{backend,packages/*}/src", medusa.configs.strict),
  ...within("{backend,packages/*}/src/modules", medusa.configs.modules),

  {
    // Workflows and steps are defined and called in one folder.
    files: ["{backend,packages}/**/*.{ts,mts,tsx}"],
    ignores: WITH_TYPES ? WORKFLOWS : [],
    rules: {
      "@medusajs/no-workflow-call-without-container": "off",
      "@medusajs/no-non-serializable-step-return": "off",
    },
  },
  {
    files: WORKFLOWS,
    languageOptions: {
      parserOptions: { projectService: WITH_TYPES, tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    // A MedusaError is a response to a request; this code runs without one and throws plain errors.
    files: [
      "backend/src/{platform/config,scripts}/**",
      "backend/src/modules/bitcoin-payment/src/{domain,ports,application,adapters,repository}/**",
      "packages/medusa-payment-bitcoin-storefront/**",
    ],
    rules: { "@medusajs/use-medusa-error-not-generic-error": "off" },
  },

  // The domain consists of pure functions: no clock, no randomness, no I/O
  {
    files: ["backend/src/modules/bitcoin-payment/src/domain/**/*.ts"],
    ignores: TESTS,
    rules: {
      "no-restricted-globals": [
        "error",
        "process",
        "fetch",
        "setTimeout",
        "setInterval",
        "performance",
        "crypto",
      ],
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: "Pass `now` as a value." },
        { object: "Math", property: "random", message: "Pass random values as arguments." },
      ],
      "no-restricted-syntax": [
        "error",
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: "Pass `now` as a value.",
        },
      ],
    },
  },

  // The admin: staff read it in the language of their profile
  {
    files: ["backend/src/admin/**/*.{ts,tsx}"],
    ignores: ["backend/src/admin/i18n/**", ...TESTS],
    rules: { "no-restricted-syntax": ["error", ...WRITTEN_TEXTS] },
  },

  // The storefront
  ...within("storefront", [reactHooks.configs.flat["recommended-latest"]]),
  ...within("storefront", tanstackQuery.configs["flat/recommended-strict"]),
  {
    files: ["storefront/**/*.{ts,tsx}"],
    rules: {
      "react-hooks/exhaustive-deps": "error",
      // These three rules are for the React Compiler, which is not used here. They report false positives for hooks
      // that return a ref with other values, functions used before their definition, and state set after hydration.
      "react-hooks/refs": "off",
      "react-hooks/immutability": "off",
      "react-hooks/set-state-in-effect": "off",
    },
  },
  {
    files: ["storefront/src/**/*.{ts,tsx}"],
    // The first script asks for its own page, before there is anything else.
    ignores: ["storefront/src/api/**", "storefront/src/app/load-scripts.ts", ...TESTS],
    rules: {
      "no-restricted-globals": [
        "error",
        { name: "fetch", message: "src/api/ is the only place that knows URLs." },
        { name: "EventSource", message: "src/api/ is the only place that knows URLs." },
      ],
    },
  },

  {
    files: ["storefront/src/**/*.tsx"],
    ignores: ["storefront/src/pages/late-part.tsx"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "react",
              importNames: ["lazy"],
              message: "A part that fails must not take the page with it: use ui/lazy-part.tsx.",
            },
          ],
        },
      ],
    },
  },

  // Tests: a planted value may be wrong on purpose
  {
    files: TESTS,
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "no-restricted-syntax": ["error", NO_SKIPPED_TEST],
    },
  },

  // Playwright reads a fixture's needs from its first parameter, which must be a pattern even when it is empty
  {
    files: ["e2e/**/*.ts"],
    rules: { "no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }] },
  },
  {
    files: ["e2e/{journeys,plugin}/**/*.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        NO_SKIPPED_TEST,
        {
          selector:
            "CallExpression[callee.property.name=/^unroute/], CallExpression[callee.property.name='route'] Property[key.name='times']",
          message: "A request that is under way may stay without an answer: use screens/forced.ts.",
        },
      ],
    },
  },

  // Programs that speak to a person at a terminal
  {
    files: ["{sandbox,tooling,bench}/**", "backend/src/scripts/**", "storefront/server/main.ts"],
    rules: { "no-console": "off" },
  },
)
