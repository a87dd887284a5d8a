import SearchableMap from "minisearch/SearchableMap"

interface Word {
  text: string
  count: number
}

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu

export const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? []

/** The key of a word: without accents and apostrophes, which shoppers leave out. */
const keyOf = (word: string): string => word.normalize("NFD").replace(/[\p{M}'’]/gu, "")

/** A shorter word has too many neighbours: "jam" is one letter from "ham". */
const SHORTEST = 4
/** From this length on, two letters may be wrong. */
const LONG = 8
/** No word of a shop is longer. Comparing takes longer with each letter. */
const LONGEST = 40
const MOST_SIMILAR = 3

/** The words that the shop uses, for finding the one that a shopper meant. */
export class Vocabulary {
  readonly #words = new Map<string, Word>()
  readonly #tree = new SearchableMap<Word>()
  /** All keys in one text, each after a space: one search answers whether any word begins with a part. */
  readonly #keys: string

  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      for (const word of wordsOf(text)) {
        const key = keyOf(word)
        const known = this.#words.get(key)
        if (known) known.count += 1
        else this.#words.set(key, { text: word, count: 1 })
      }
    }
    for (const [key, word] of this.#words) this.#tree.set(key, word)
    this.#keys = ["", ...this.#words.keys()].join(" ")
  }

  /** The shop's spelling; the word itself if others begin with it; its plural or singular; else undefined. */
  spelling(word: string): string | undefined {
    const key = keyOf(word)
    const known = this.#words.get(key)?.text ?? (this.#keys.includes(` ${key}`) ? word : undefined)
    return known ?? this.#words.get(otherNumberOf(key))?.text
  }

  /**
   * Up to three words that differ by a typing mistake: one letter wrong, missing or added, or two neighbours swapped; two
   * letters in words of eight or more. The first letter is right. The nearest come first, then the most frequent.
   */
  similar(word: string): string[] {
    const key = keyOf(word)
    if (key.length < SHORTEST || key.length > LONGEST) return []
    const most = key.length < LONG ? 1 : 2
    return [...this.#tree.fuzzyGet(key, 2)]
      .map(([found, [known, edits]]) => ({ found, ...known, edits: isSwap(key, found) ? 1 : edits }))
      .filter(({ found, edits }) => edits <= most && found.length >= SHORTEST && found[0] === key[0])
      .sort((a, b) => a.edits - b.edits || b.count - a.count || (a.found < b.found ? -1 : 1))
      .slice(0, MOST_SIMILAR)
      .map(({ text }) => text)
  }
}

/** The plural of a word in -y, or the singular of one in -ies; other plurals are one letter away, or contain the singular. */
const otherNumberOf = (key: string): string =>
  key.endsWith("ies") ? key.replace(/ies$/, "y") : key.replace(/ys?$/, "ies")

/** Whether the words differ in two neighbours only that are swapped. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return a.slice(0, at) + (a[at + 1] ?? "") + (a[at] ?? "") + a.slice(at + 2) === b
}
