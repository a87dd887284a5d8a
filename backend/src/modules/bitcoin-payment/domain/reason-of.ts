/** What went wrong, in words. Medusa's workflow engine hands errors on as plain objects, which `String` calls "[object Object]". */
export function reasonOf(error: unknown): string {
  if (typeof error === "object" && error !== null && "message" in error) return String(error.message)
  return String(error)
}
