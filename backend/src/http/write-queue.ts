import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import pLimit from "p-limit"
import { isWrite } from "./is-write"

/**
 * Writes worked on at the same time by one process. More of them share one processor and one pool of connections, and
 * make each other late: a thousand checkouts begun together would all end together, after a minute. So the first comes
 * first.
 */
const AT_ONCE = 24

const inTurn = pLimit(AT_ONCE)

/** Lets writes through in the order they came in. Reads never wait for them; whoever has gone takes no turn. */
export function writeQueue(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  if (!isWrite(req.method)) {
    next()
    return
  }
  void inTurn(
    () =>
      new Promise<void>((done) => {
        if (res.destroyed) {
          done()
          return
        }
        // Comes after every answer, and also when the caller hangs up.
        res.once("close", done)
        next()
      }),
  )
}
