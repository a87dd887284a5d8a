const READS = new Set(["GET", "HEAD", "OPTIONS"])

/** Whether a method may change something. */
export function isWrite(method: string): boolean {
  return !READS.has(method)
}
