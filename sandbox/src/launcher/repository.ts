import { beside } from "../process/child.js"

/** The root of this clone. */
export const repository = beside(import.meta.url, "../../..").replace(/[/\\]$/, "")
