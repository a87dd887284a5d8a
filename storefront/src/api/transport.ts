/** Sends one request to /api. The browser's own `fetch`; the server puts its catalogue cache in its place. */
export type Transport = (path: string, init?: RequestInit) => Promise<Response>

let transport: Transport = (path, init) => fetch(path, init)

/** Called once by whoever starts the process: nothing here knows which side it runs on. */
export function setTransport(next: Transport): void {
  transport = next
}

/** Sends through the transport of this process. */
export const send: Transport = (path, init) => transport(path, init)
