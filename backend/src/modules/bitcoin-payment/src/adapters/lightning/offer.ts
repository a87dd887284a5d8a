import type { DestinationReading } from "../../domain/refund-destination"
import type { Network } from "../descriptor"
import { GENESIS } from "../genesis"

const ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
/** BOLT 12: the fields of an offer that may be asked of a reader, and those that this one reads. */
const CHAINS = 2n
const EXPIRY = 14n
const PATHS = 16n
const ISSUER = 22n
const KNOWN: readonly bigint[] = [CHAINS, 4n, 6n, 8n, 10n, 12n, EXPIRY, PATHS, 18n, 20n, ISSUER]
const isInRange = (type: bigint) =>
  (type >= 1n && type <= 79n) || (type >= 10n ** 9n && type < 2n * 10n ** 9n)
const CHAIN_BYTES = 32

/**
 * An offer of BOLT 12: bech32 without a checksum, so only its fields can show that a letter is wrong.
 * @param text in lower case; `+` and spaces join its parts
 */
export function readOffer(text: string, network: Network, now: number): DestinationReading {
  const offer = text.replace(/\+\s*/g, "")
  const fields = readFields(bytesOf(offer.slice("lno1".length)))
  if (fields === null || !isPayable(fields)) return { ok: false, reason: "no_destination" }
  if (!chainsOf(fields).includes(GENESIS[network])) return { ok: false, reason: "other_network" }
  const expiry = fields.get(EXPIRY)
  if (expiry !== undefined && numberOf(expiry) * 1000n <= BigInt(now)) return { ok: false, reason: "expires" }
  return { ok: true, destination: offer }
}

function isPayable(fields: ReadonlyMap<bigint, Buffer>): boolean {
  const issuer = fields.get(ISSUER)
  if (issuer === undefined) return (fields.get(PATHS)?.length ?? 0) > 0
  return issuer.length === 33 && (issuer[0] === 2 || issuer[0] === 3)
}

/** As explorers write them. Without the field: Bitcoin itself. */
function chainsOf(fields: ReadonlyMap<bigint, Buffer>): string[] {
  const chains = fields.get(CHAINS)
  if (chains === undefined) return [GENESIS.mainnet]
  return Array.from({ length: Math.floor(chains.length / CHAIN_BYTES) }, (_, index) =>
    Buffer.from(chains.subarray(index * CHAIN_BYTES, (index + 1) * CHAIN_BYTES))
      .reverse()
      .toString("hex"),
  )
}

/** Null: a letter that bech32 does not have, or padding that is not empty. */
function bytesOf(letters: string): Buffer | null {
  const words = Array.from(letters, (letter) => ALPHABET.indexOf(letter))
  if (words.length === 0 || words.includes(-1)) return null
  const bits = words.map((word) => word.toString(2).padStart(5, "0")).join("")
  const padding = bits.length % 8
  if (padding >= 5 || bits.slice(bits.length - padding).includes("1")) return null
  return Buffer.from(
    bits
      .slice(0, bits.length - padding)
      .match(/.{8}/g)
      ?.map((byte) => parseInt(byte, 2)) ?? [],
  )
}

/** A stream of BOLT 1: types ascend, each once, and an even one that is not known must not be overlooked. */
function readFields(bytes: Buffer | null): Map<bigint, Buffer> | null {
  if (bytes === null) return null
  const fields = new Map<bigint, Buffer>()
  let last = -1n
  for (let at = 0; at < bytes.length;) {
    const type = readSize(bytes, at)
    const length = type && readSize(bytes, type.end)
    if (!type || !length || type.value <= last || !isInRange(type.value)) return null
    if (type.value % 2n === 0n && !KNOWN.includes(type.value)) return null
    const end = length.end + Number(length.value)
    if (end > bytes.length) return null
    fields.set(type.value, bytes.subarray(length.end, end))
    last = type.value
    at = end
  }
  return fields
}

/** BOLT 1's BigSize, in its shortest form. */
function readSize(bytes: Buffer, at: number): { readonly value: bigint; readonly end: number } | null {
  const first = bytes[at]
  if (first === undefined) return null
  if (first < 0xfd) return { value: BigInt(first), end: at + 1 }
  const size = 2 ** (first - 0xfc)
  const digits = bytes.subarray(at + 1, at + 1 + size)
  const value = numberOf(digits)
  const least = first === 0xfd ? 0xfdn : 1n << BigInt(size * 4)
  return digits.length < size || value < least ? null : { value, end: at + 1 + size }
}

function numberOf(bytes: Buffer): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString("hex")}`)
}
