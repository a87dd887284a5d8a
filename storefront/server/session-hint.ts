/** The pages that lead everybody home who is not signed in. */
const FOR_THE_SIGNED_IN = /^\/(?:account|orders)(?:$|\?)/
/** The backend's session cookie, by either of its names: over https it has the prefix that no subdomain can set. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?shop_session=/

/** @param path lower-case, everything after the origin */
export const isForTheSignedIn = (path: string): boolean => FOR_THE_SIGNED_IN.test(path)

/** Whether the browser has a session to show. Whether it is any good only the backend knows, and says so to the browser. */
export const hasSession = (cookies: string | undefined): boolean => SESSION_COOKIE.test(cookies ?? "")
