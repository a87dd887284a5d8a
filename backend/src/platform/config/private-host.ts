/** Whether a host is in a private network: this machine, a private address, or a container's name. */
export function isPrivateHost(host: string): boolean {
  return (
    !host.includes(".") ||
    /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host) ||
    /\.(local|internal)$/.test(host)
  )
}
