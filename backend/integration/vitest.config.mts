import { defineConfig } from "vitest/config"
import { ownServer, sharedServer } from "./projects.mjs"

export default defineConfig({ test: { projects: [sharedServer, ownServer] } })
