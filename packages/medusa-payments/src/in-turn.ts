import { once } from "node:events"
import type { ServerResponse } from "node:http"

/**
 * Resolves when all answers before this one on its connection are sent. A client may send requests without waiting for answers (RFC 9112,
 * 9.3.2): until its turn a response has no socket, and no event says that the client has gone. It then stays unresolved.
 */
export async function inTurn(res: ServerResponse): Promise<void> {
  if (res.socket === null && !res.closed) await once(res, "socket")
}
