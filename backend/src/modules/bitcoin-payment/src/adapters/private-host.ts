/** A server of one's own: on this machine, in a private network, or a container's name. @param host as `URL.hostname` gives it */
export function isPrivate(host: string): boolean {
  return (
    !/[.:]/.test(host) ||
    /^\[(::1\]|f[cd])/.test(host) ||
    /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host) ||
    /\.(local|internal)$/.test(host)
  )
}
