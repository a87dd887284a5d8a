import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { z } from "zod"
import { startSignIn } from "../../../sandbox/src/sign-in/start"
import type { Settings } from "./settings"

const PROJECT = "demo-shop"

const signedInSchema = z.object({ localId: z.string(), idToken: z.string() })
const foundSchema = z.object({ users: z.array(z.unknown()).default([]) })
const claimsSchema = z.record(z.string(), z.unknown())

/** A person with a Google account. */
export interface Person {
  /** Google's id of this person. */
  sub: string
  email: string
  name: string
  /** [true] */
  isVerified?: boolean
}

/** A new person. */
export function randomPerson(over: Partial<Person> = {}): Person {
  const mark = randomBytes(5).toString("hex")
  return { sub: `google-${mark}`, email: `${mark}@example.com`, name: "Ada Lovelace", ...over }
}

/** Firebase's emulator instead of Google. */
export interface Google {
  /** The settings of a backend that uses this emulator. */
  settings: Settings
  /** The ID token that a browser gets after Google's account picker. */
  idToken(person: Person): Promise<string>
  /** Disables the user, or revokes all sign-ins until now, as in Firebase's console. */
  block(idToken: string): Promise<void>
  revoke(idToken: string): Promise<void>
  /** Whether the token's account still exists. */
  knows(idToken: string): Promise<boolean>
  stop(): Promise<void>
}

export async function startGoogle(): Promise<Google> {
  const folder = await mkdtemp(path.join(tmpdir(), "shop-google-"))
  const emulator = startSignIn({
    accountsFile: path.join(folder, "accounts.json"),
    logFile: path.join(folder, "log"),
  })
  const url = await emulator.ready
  const ask = async (call: string, body: object, isOwner = false): Promise<unknown> => {
    const response = await fetch(`${url}/identitytoolkit.googleapis.com/v1/${call}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(isOwner && { authorization: "Bearer owner" }) },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${call} answered ${String(response.status)}: ${await response.text()}`)
    return response.json()
  }
  const change = async (idToken: string, changes: object) => {
    await ask(`projects/${PROJECT}/accounts:update`, { localId: claimsOf(idToken)["sub"], ...changes }, true)
  }
  return {
    settings: { FIREBASE_PROJECT_ID: PROJECT, FIREBASE_AUTH_EMULATOR_HOST: new URL(url).host },
    idToken: async ({ sub, email, name, isVerified = true }) => {
      const identity = {
        sub,
        email,
        email_verified: isVerified,
        name,
        picture: "https://pictures.test/a.png",
      }
      const postBody = new URLSearchParams({ id_token: JSON.stringify(identity), providerId: "google.com" })
      const answer = await ask("accounts:signInWithIdp?key=any", {
        postBody: postBody.toString(),
        requestUri: "http://localhost",
        returnSecureToken: true,
      })
      return signedInSchema.parse(answer).idToken
    },
    block: (idToken) => change(idToken, { disableUser: true }),
    // Firebase compares whole seconds, and the token is from the current one.
    revoke: (idToken) => change(idToken, { validSince: String(Math.floor(Date.now() / 1000) + 2) }),
    knows: async (idToken) => {
      const answer = await ask(
        `projects/${PROJECT}/accounts:lookup`,
        { localId: [claimsOf(idToken)["sub"]] },
        true,
      )
      return foundSchema.parse(answer).users.length > 0
    },
    stop: async () => {
      await emulator.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The token's claims. */
function claimsOf(idToken: string): Record<string, unknown> {
  return claimsSchema.parse(
    JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString("utf8")),
  )
}

/** The token with other claims. The emulator's tokens have no signature. */
export function withClaims(idToken: string, claims: object): string {
  const [header = ""] = idToken.split(".")
  return `${header}.${Buffer.from(JSON.stringify({ ...claimsOf(idToken), ...claims })).toString("base64url")}.`
}
