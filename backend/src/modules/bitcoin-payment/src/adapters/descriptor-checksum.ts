const INPUT =
  "0123456789()[],'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#\"\\ "
const OUTPUT = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn]

function step(state: bigint, value: bigint): bigint {
  const top = state >> 35n
  const next = ((state & 0x7ffffffffn) << 5n) ^ value
  return GENERATOR.reduce((sum, generator, bit) => ((top >> BigInt(bit)) & 1n ? sum ^ generator : sum), next)
}

/** The eight characters after `#` in an output descriptor (BIP380). @throws Error on a character descriptors do not have. */
export function descriptorChecksum(body: string): string {
  let state = 1n
  let group = 0
  let groupSize = 0
  for (const character of body) {
    const position = INPUT.indexOf(character)
    if (position < 0) throw new Error(`A descriptor cannot hold the character '${character}'.`)
    state = step(state, BigInt(position & 31))
    group = group * 3 + (position >> 5)
    groupSize += 1
    if (groupSize === 3) {
      state = step(state, BigInt(group))
      group = 0
      groupSize = 0
    }
  }
  if (groupSize > 0) state = step(state, BigInt(group))
  for (let index = 0; index < 8; index += 1) state = step(state, 0n)
  state ^= 1n
  return Array.from({ length: 8 }, (_, index) =>
    OUTPUT.charAt(Number((state >> (5n * BigInt(7 - index))) & 31n)),
  ).join("")
}
