const MIN_LENGTH = 12
const MAX_LENGTH = 200
/** A password needs this many different characters besides common words, years and sequences. */
const MIN_OWN_CHARACTERS = 5

/** What common passwords are made of; the long ones repeat or join these. */
const COMMON_WORDS = `
  password passwort passphrase qwertyuiop qwerty azerty asdfghjkl asdfgh zxcvbnm welcome letmein iloveyou
  iloveu sunshine princess football baseball liverpool arsenal chelsea superman batman pokemon starwars
  computer internet samsung 1q2w3e4r5t6y 1q2w3e4r q1w2e3r4 1qaz2wsx3edc 1qaz2wsx zaq12wsx qazwsx qweasd
  changeme default trustno whatever michael jennifer jessica charlie jordan dragon monkey shadow master
  killer freedom summer winter spring autumn london england britain january february august september
  october november december monday friday secret access administrator admin staff manager login medusa
  bitcoin shop store test temp guest user hello love pass abc`
  .trim()
  .split(/\s+/)

/** Length and commonness only, as NIST SP 800-63B advises. `about`: address and shop name, which attackers try first. */
export function passwordProblem(password: unknown, about: readonly string[]): string | null {
  if (typeof password !== "string" || Array.from(password).length < MIN_LENGTH)
    return `Please choose a password of at least ${String(MIN_LENGTH)} characters.`
  if (password.length > MAX_LENGTH) return `A password has at most ${String(MAX_LENGTH)} characters.`
  if (ownCharacters(password, about) < MIN_OWN_CHARACTERS)
    return "That password is too common. Please choose one that is harder to guess, such as four random words."
  return null
}

function ownCharacters(password: string, about: readonly string[]): number {
  const words = about
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}]+/u))
    .filter((word) => word.length > 2)
  const known = [...words, ...COMMON_WORDS].sort((a, b) => b.length - a.length)
  const withoutKnown = (text: string) => known.reduce((left, word) => left.replaceAll(word, " "), text)
  const rest = withoutKnown(readable(withoutKnown(password.toLowerCase()))).replaceAll(/(?:19|20)\d\d/g, " ")
  return new Set(withoutSequences(rest).replaceAll(" ", "")).size
}

/** Without three or more characters that are equal or follow each other, such as `aaa`, `123` or `cba`. */
function withoutSequences(text: string): string {
  const characters = Array.from(text)
  const codes = characters.map((character) => character.codePointAt(0) ?? 0)
  const step = (index: number) => (codes[index] ?? 0) - (codes[index - 1] ?? 0)
  const continues = (index: number) =>
    index >= 2 && index < codes.length && Math.abs(step(index)) <= 1 && step(index) === step(index - 1)
  return characters
    .filter((_, index) => !continues(index) && !continues(index + 1) && !continues(index + 2))
    .join("")
}

const DISGUISES = { "0": "o", "1": "l", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s" } as const
const isDisguise = (sign: string): sign is keyof typeof DISGUISES => sign in DISGUISES

/** With the usual replacements undone: `p@ssw0rd` is `password`. */
function readable(password: string): string {
  return password.replaceAll(/(?<=\p{L})[013457@$]+(?=\p{L})/gu, (signs) =>
    Array.from(signs, (sign) => (isDisguise(sign) ? DISGUISES[sign] : sign)).join(""),
  )
}
