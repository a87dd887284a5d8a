const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
/** 248 is the last multiple of 62 in a byte: beyond it some letters would be more frequent. */
const UNBIASED_BELOW = 256 - (256 % ALPHABET.length)

/** `length` letters and digits from the platform's secure source, each equally likely. */
export function randomAlphanumerics(length: number): string {
  let text = ""
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < UNBIASED_BELOW && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length)
    }
  }
  return text
}
