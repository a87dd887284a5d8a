const SHAPES: readonly RegExp[] = [
  // An extended private key of any kind: xprv, yprv, zprv, tprv, …
  /\b[a-z]prv/i,
  // A single key as wallets export it (WIF), one under a password (BIP38), or bare in hexadecimal
  /\b[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}\b/,
  /\b6P[1-9A-HJ-NP-Za-km-z]{56}\b/,
  /^\s*(0x)?[0-9a-f]{64}\s*$/i,
  // Words of a recovery phrase, whole or not
  /^\s*["']?\p{L}+(\s+\p{L}+){5,}["']?\s*$/u,
]

export function holdsPrivateKey(text: string): boolean {
  return SHAPES.some((shape) => shape.test(text))
}
