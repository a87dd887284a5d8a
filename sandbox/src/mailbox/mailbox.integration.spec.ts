import { once } from "node:events"
import { connect } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { expect, it, onTestFinished } from "vitest"
import { z } from "zod"
import { temporaryFolder } from "../testing/temporary-folder.js"
import { startMailbox } from "./start.js"

const summaries = z.array(
  z.object({
    id: z.string(),
    from: z.string(),
    to: z.array(z.string()),
    subject: z.string(),
    preview: z.string(),
  }),
)
const detail = z.object({ text: z.string().nullable(), html: z.string().nullable() })

/** Speaks SMTP line by line, as a mail program does. */
async function send(smtpUrl: string, to: string, message: string): Promise<string> {
  const socket = connect(Number(new URL(smtpUrl).port), "127.0.0.1")
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]()
  const reply = async (): Promise<string> => {
    const { value: line } = z.object({ value: z.string() }).parse(await replies.next())
    return line.charAt(3) === "-" ? reply() : line
  }
  await reply()
  let last = ""
  const body = `${message.replaceAll("\n", "\r\n")}\r\n.`
  for (const line of [
    "EHLO shop",
    "MAIL FROM:<shop@example.test>",
    `RCPT TO:<${to}>`,
    "DATA",
    body,
    "QUIT",
  ]) {
    socket.write(`${line}\r\n`)
    const answer = await reply()
    if (line === body) last = answer
  }
  await once(socket, "close")
  return last
}

const HTML_MAIL = [
  'From: "Bramble & Comb" <shop@example.test>',
  "To: Ada <ada@example.test>",
  "Subject: =?utf-8?Q?Your_order_=E2=80=93_thank_you_=3Cb=3E?=",
  "MIME-Version: 1.0",
  "Content-Type: text/html; charset=utf-8",
  "",
  "<h1>Thank you</h1><script>document.title='run'</script>",
].join("\n")

async function mailbox(dataDir = join(temporaryFolder(), "mail")) {
  const box = await startMailbox({ dataDir })
  onTestFinished(() => box.stop())
  const list = async (query = "") =>
    summaries.parse(await (await fetch(`${box.url}/api/messages${query}`)).json())
  return { ...box, dataDir, list }
}

it("stores messages from SMTP and lists the newest first", async () => {
  const { smtpUrl, url, list } = await mailbox()
  expect(await send(smtpUrl, "ada@example.test", HTML_MAIL)).toMatch(/^250 /)
  expect(await send(smtpUrl, "staff@example.test", "Subject: A question\n\nIs it raw?")).toMatch(/^250 /)
  const messages = await list()
  expect(messages.map(({ subject }) => subject)).toEqual(["A question", "Your order – thank you <b>"])
  expect(messages[1]).toMatchObject({ to: ["ada@example.test"], from: "Bramble & Comb <shop@example.test>" })
  expect(await list("?to=staff@example.test")).toHaveLength(1)
  const read = detail.parse(await (await fetch(`${url}/api/messages/${messages[0]!.id}`)).json())
  expect(read).toEqual({ text: "Is it raw?\n", html: null })
})

it("shows a message that cannot run scripts or load anything", async () => {
  const { smtpUrl, url, list } = await mailbox()
  await send(smtpUrl, "ada@example.test", HTML_MAIL)
  const [message] = await list()
  const page = await (await fetch(`${url}/messages/${message!.id}`)).text()
  expect(page).toContain("Your order – thank you &lt;b&gt;")
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  const body = await fetch(`${url}/messages/${message!.id}/body`)
  expect(body.headers.get("content-security-policy")).toMatch(/^sandbox .*default-src 'none'/)
  expect(await body.text()).toContain("<h1>Thank you</h1>")
})

it("keeps the mail after kill -9 and deletes it on request", async () => {
  const first = await mailbox()
  await send(first.smtpUrl, "ada@example.test", HTML_MAIL)
  process.kill(first.pid, "SIGKILL")
  await first.exited
  const second = await mailbox(first.dataDir)
  const [message] = await second.list()
  await fetch(`${second.url}/messages/${message!.id}/delete`, { method: "POST" })
  expect(await second.list()).toEqual([])
  expect((await fetch(`${second.url}/api/messages/${message!.id}`)).status).toBe(404)
})

it("rejects requests from other web pages", async () => {
  const { url } = await mailbox()
  const foreign = await fetch(`${url}/delete-all`, {
    method: "POST",
    headers: { origin: "http://evil.example" },
  })
  expect(foreign.status).toBe(403)
})

it("takes the forms of its own pages", async () => {
  const { url } = await mailbox()
  // With "no-referrer" a browser would send them with the origin "null".
  expect((await fetch(url)).headers.get("referrer-policy")).toBe("same-origin")
  const form = { method: "POST", headers: { origin: url }, body: new URLSearchParams() }
  expect((await fetch(`${url}/delete-all`, form)).status).toBe(200)
})

it("previews every mail with the shop's own templates without sending any", async () => {
  const { url, list } = await mailbox()
  const previews = z
    .array(z.object({ template: z.string(), situation: z.string(), mail: z.object({ html: z.string() }) }))
    .parse(await (await fetch(`${url}/api/previews`)).json())
  const names = new Set(previews.map(({ template }) => template))
  for (const name of ["order-placed", "order-dispatched", "refund-sent", "contact-answer", "low-stock"])
    expect(names).toContain(name)
  const page = await (await fetch(`${url}/previews/0/narrow`)).text()
  expect(page).toContain(`src="/previews/0/body"`)
  const body = await fetch(`${url}/previews/0/body`)
  expect(body.headers.get("content-security-policy")).toContain("default-src 'none'")
  expect(await body.text()).toContain("Thank you for your order")
  expect(await list()).toEqual([])
})
