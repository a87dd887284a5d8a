import { defineConfig } from "vitest/config"
import { modules, ownServer, sharedServer, slow } from "./projects.mjs"

export default defineConfig({ test: { projects: [sharedServer, ownServer, modules, slow] } })
