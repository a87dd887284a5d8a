import { createHmac } from "node:crypto"

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** The code that an authenticator app shows now (RFC 6238: SHA-1, 30 seconds, 6 digits). @param secret in base 32 */
export function codeOf(secret: string): string {
  const bits = Array.from(secret, (sign) => BASE32.indexOf(sign).toString(2).padStart(5, "0")).join("")
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac("sha1", key).update(counter).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, "0")
}
