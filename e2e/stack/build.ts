import { progressOn } from "@shop/sandbox/progress"
import { buildShop } from "@shop/sandbox/shop"
import { JOURNEY_SETTINGS } from "./start"

/** Builds the shop of the journeys while other tests of `npm test` run. Without it the journeys begin with that. */
const progress = progressOn(process.stdout)
void buildShop({ settings: JOURNEY_SETTINGS, progress }).finally(() => progress.end())
