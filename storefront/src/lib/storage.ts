type Kind = "localStorage" | "sessionStorage"

/** A text that this browser or tab keeps; null when there is none, or its storage is switched off. */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return globalThis[kind].getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text; null removes it. Where storage is switched off, the page alone has it. */
export function store(kind: Kind, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[kind].removeItem(key)
    else globalThis[kind].setItem(key, text)
  } catch {
    // Nothing is kept.
  }
}

/** What a stored text says as JSON; null for anything else. */
export function readStoredJson(kind: Kind, key: string): unknown {
  try {
    return JSON.parse(readStored(kind, key) ?? "null")
  } catch {
    return null
  }
}
