import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import { z } from "zod"
import { writeAtomically } from "../process/write-atomically.js"
import { DEMO_PROJECT, DEMO_SHOPPER } from "./project.js"

const accountSchema = z.looseObject({ localId: z.string() })
const listSchema = z.object({ users: z.array(accountSchema).default([]) })
const createdSchema = z.object({ error: z.array(z.object({ message: z.string() })).optional() })
type Account = z.infer<typeof accountSchema>

/** The id never changes: the shop identifies customers by it. */
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
 * The emulator loses its accounts when it ends. A returning shopper would get a new id for an address that already has
 * an account. So the accounts are kept in a file and restored with their ids.
 */
export class AccountsFile {
  private readonly accountsUrl: string
  private saved = ""

  constructor(
    private readonly file: string,
    emulatorUrl: string,
  ) {
    this.accountsUrl = `${emulatorUrl}/identitytoolkit.googleapis.com/v1/projects/${DEMO_PROJECT}/accounts`
  }

  /** Creates the saved accounts in a new emulator, or the demo shopper at the first start. */
  async restore(): Promise<void> {
    const users = existsSync(this.file)
      ? listSchema.parse(JSON.parse(readFileSync(this.file, "utf8"))).users
      : [DEMO_ACCOUNT]
    const created = createdSchema.parse(await this.request(":batchCreate", { users }))
    const [failure] = created.error ?? []
    if (failure) throw new Error(`The emulator did not accept its saved accounts: ${failure.message}`)
    await this.save()
  }

  /** Writes all accounts to the file. */
  async save(): Promise<void> {
    const { users } = listSchema.parse(await this.request(":batchGet?maxResults=1000"))
    const text = JSON.stringify({ users }, null, 2)
    if (text === this.saved) return
    mkdirSync(dirname(this.file), { recursive: true })
    writeAtomically(this.file, text)
    this.saved = text
  }

  private async request(call: string, body?: object): Promise<unknown> {
    const response = await fetch(this.accountsUrl + call, {
      headers: { authorization: "Bearer owner", "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`The emulator answered ${response.status} to ${call}.`)
    return response.json()
  }
}
