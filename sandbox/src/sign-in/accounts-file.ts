import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { z } from "zod"
import { DEMO_PROJECT, DEMO_SHOPPER } from "./project.js"

const accountSchema = z.looseObject({ localId: z.string() })
const listSchema = z.object({ users: z.array(accountSchema).default([]) })
const createdSchema = z.object({ error: z.array(z.object({ message: z.string() })).optional() })
type Account = z.infer<typeof accountSchema>

/** Its id is the same for ever: the shop knows people by it. */
const DEMO_ACCOUNT: Account = {
  localId: "demo-shopper",
  email: DEMO_SHOPPER.email,
  emailVerified: true,
  displayName: DEMO_SHOPPER.name,
  providerUserInfo: [
    {
      providerId: "google.com",
      rawId: "demo-shopper",
      email: DEMO_SHOPPER.email,
      displayName: DEMO_SHOPPER.name,
    },
  ],
}

/**
 * The emulator forgets everybody when it ends, and who came back would be somebody new whose address has an account
 * already. So its accounts are kept in a file and handed back, ids included.
 */
export class AccountsFile {
  private readonly calls: string
  private last = ""

  constructor(
    private readonly file: string,
    emulatorUrl: string,
  ) {
    this.calls = `${emulatorUrl}/identitytoolkit.googleapis.com/v1/projects/${DEMO_PROJECT}/accounts`
  }

  /** Hands the kept accounts to a fresh emulator, the demo shopper among them. */
  async restore(): Promise<void> {
    const kept = existsSync(this.file)
      ? listSchema.parse(JSON.parse(readFileSync(this.file, "utf8"))).users
      : [DEMO_ACCOUNT]
    const answer = createdSchema.parse(await this.ask(":batchCreate", { users: kept }))
    const [failure] = answer.error ?? []
    if (failure) throw new Error(`The emulator did not take its accounts back: ${failure.message}`)
    await this.save()
  }

  /** Writes down who is known now; whole or not at all. */
  async save(): Promise<void> {
    const { users } = listSchema.parse(await this.ask(":batchGet?maxResults=1000"))
    const text = JSON.stringify({ users }, null, 2)
    if (text === this.last) return
    mkdirSync(dirname(this.file), { recursive: true })
    writeFileSync(`${this.file}.new`, text)
    renameSync(`${this.file}.new`, this.file)
    this.last = text
  }

  private async ask(call: string, body?: object): Promise<unknown> {
    const response = await fetch(this.calls + call, {
      headers: { authorization: "Bearer owner", "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`The emulator answered ${call} with ${response.status}.`)
    return response.json()
  }
}
