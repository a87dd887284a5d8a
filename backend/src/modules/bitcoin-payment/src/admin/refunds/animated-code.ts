/** The first and last letters of the 256 Bytewords, by the byte's value (BCR-2020-012, minimal form). */
const BYTEWORDS =
  "aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackctcxclcpcndkdadsdidedtdrdndwdpdmdl" +
  "dyeheyeoeeecenemetesftfrfnfsfmfhfzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhe" +
  "hnhsidiaieihiyioisinimjejzjnjtjljojsjpjkjykpkoktkskkknkgkekikblblalylflslrlplnltloldlelulklgmnmy" +
  "mhmemomumwmdmtmsmknlnyndnsntnnnenboyoeotoxonolospdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrs" +
  "rtsesasrssskswstspsosgsbsfsntotktitttdtetytltbtstptatnuyuoutueurvtvyvovlvevwvavdvswlwdwmwpwewyws" +
  "wtwnwzwfwkykynylyaytzszoztzczezm"

/** So many bytes are in one frame: what a phone's or a signing device's camera still reads. */
const FRAME_BYTES = 100
const BYTES = 2
const UNSIGNED = 0
const ARRAY = 4

/**
 * The frames of a PSBT as an animated code that wallets read: a Uniform Resource `ur:crypto-psbt` (BCR-2020-005 and 006). Only its
 * plain parts, in turn: a camera that misses one reads it in the next turn. In capitals, which a QR code holds best.
 */
export function framesOf(psbt: Uint8Array): string[] {
  const message = [...head(BYTES, psbt.length), ...psbt]
  if (message.length <= FRAME_BYTES) return [`UR:CRYPTO-PSBT/${spelled(message)}`]
  const count = Math.ceil(message.length / FRAME_BYTES)
  const size = Math.ceil(message.length / count)
  const checksum = crc32(message)
  return Array.from({ length: count }, (_, index) => {
    const part = message.slice(index * size, (index + 1) * size)
    const padded = [...part, ...Array<number>(size - part.length).fill(0)]
    const numbers = [index + 1, count, message.length, checksum].flatMap((number) => head(UNSIGNED, number))
    const body = [...head(ARRAY, 5), ...numbers, ...head(BYTES, size), ...padded]
    return `UR:CRYPTO-PSBT/${index + 1}-${count}/${spelled(body)}`
  })
}

/** CBOR's major type with a number or a length (RFC 8949). */
function head(type: number, value: number): number[] {
  const first = type << 5
  if (value < 24) return [first | value]
  if (value < 0x100) return [first | 24, value]
  return value < 0x10000 ? [first | 25, ...bigEndian(value).slice(2)] : [first | 26, ...bigEndian(value)]
}

function bigEndian(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff)
}

function spelled(bytes: readonly number[]): string {
  const all = [...bytes, ...bigEndian(crc32(bytes))]
  return all
    .map((byte) => BYTEWORDS.slice(byte * 2, byte * 2 + 2))
    .join("")
    .toUpperCase()
}

function crc32(bytes: readonly number[]): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
