const { join } = require("node:path")

/** How the import rules resolve the alias of storefront/vite.config.ts: in the form of a webpack configuration. */
module.exports = { resolve: { alias: { "@brand": join(__dirname, "../brands/demo") } } }
