import { readFile } from "node:fs/promises"
import { z } from "@medusajs/framework/zod"
import { unavailable } from "./unavailable"

export type Credentials =
  { readonly user: string; readonly password: string } | { readonly cookieFile: string }

const cookieSchema = z
  .string()
  .trim()
  .regex(/^[^:\s]+:\S+$/)

/** Answers the `Authorization` header. The secret stays in here and in the request. */
export class Authorisation {
  private header: Promise<string> | null = null

  constructor(private readonly credentials: Credentials) {}

  /** @throws ChainUnavailable when the cookie file cannot be read: the node is not running */
  async current(): Promise<string> {
    this.header ??= this.read()
    try {
      return await this.header
    } catch (failure) {
      this.header = null
      throw failure
    }
  }

  /** After a refusal: whether there is another secret to try, because the node was restarted meanwhile. */
  async hasChangedSince(refused: string): Promise<boolean> {
    this.header = null
    return (await this.current()) !== refused
  }

  private async read(): Promise<string> {
    if ("user" in this.credentials) return basic(`${this.credentials.user}:${this.credentials.password}`)
    let text: string
    try {
      text = await readFile(this.credentials.cookieFile, "utf8")
    } catch (cause) {
      throw unavailable("its cookie file cannot be read; is the node running?", { cause })
    }
    const cookie = cookieSchema.safeParse(text)
    // No cause: it would carry what the file holds.
    if (!cookie.success) throw unavailable("its cookie file does not hold a cookie")
    return basic(cookie.data)
  }
}

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair, "utf8").toString("base64")}`
}
