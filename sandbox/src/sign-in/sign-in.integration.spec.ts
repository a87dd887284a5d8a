import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { z } from "zod"
import { temporaryFolder } from "../testing/temporary-folder.js"
import { DEMO_API_KEY, DEMO_SHOPPER } from "./project.js"
import { startSignIn } from "./start.js"

const signedIn = z.object({ localId: z.string(), email: z.string(), idToken: z.string() })

/** The call of Firebase's library after Google's account picker. */
async function signIn(url: string, sub: string, email: string) {
  const identity = { sub, email, email_verified: true, name: "Ada Lovelace" }
  const response = await fetch(
    `${url}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=${DEMO_API_KEY}`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        postBody: new URLSearchParams({
          id_token: JSON.stringify(identity),
          providerId: "google.com",
        }).toString(),
        requestUri: "http://localhost",
        returnSecureToken: true,
      }),
    },
  )
  return signedIn.parse(await response.json())
}

it("accepts any Google identity and keeps its id after a restart", async () => {
  const folder = temporaryFolder()
  const options = { accountsFile: join(folder, "accounts.json"), logFile: join(folder, "log") }
  const first = startSignIn(options)
  onTestFinished(() => first.stop())
  const url = await first.ready
  const ada = await signIn(url, "ada", "ada@example.com")
  expect(ada.email).toBe("ada@example.com")
  const demo = await signIn(url, "demo-shopper", DEMO_SHOPPER.email)
  expect(demo.localId).toBe("demo-shopper")
  await first.stop()

  const second = startSignIn(options)
  onTestFinished(() => second.stop())
  const again = await second.ready
  expect((await signIn(again, "ada", "ada@example.com")).localId).toBe(ada.localId)
  expect((await signIn(again, "demo-shopper", DEMO_SHOPPER.email)).localId).toBe("demo-shopper")
}, 90_000)
