export { holdAdvisoryLock, pause, type AdvisoryLock } from "./advisory-lock"
export type { Leadership } from "./leader-election"
export { singleFlight } from "./single-flight"
export { startWatcher } from "./watcher-loop"
