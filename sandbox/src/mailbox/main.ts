import { z } from "zod"
import { announce } from "../process/serve.js"
import { receiveMail } from "./smtp.js"
import { LetterStore } from "./store.js"
import { mailboxWeb } from "./web.js"

const port = z.coerce.number().int().min(0).max(65535)
const environment = z.object({ MAIL_DATA: z.string().min(1), SMTP_PORT: port, MAIL_PORT: port })

const { MAIL_DATA, SMTP_PORT, MAIL_PORT } = environment.parse(process.env)
const store = new LetterStore(MAIL_DATA)
const smtp = await receiveMail(SMTP_PORT, store)
const web = mailboxWeb(store)
const url = await web.listen({ host: "127.0.0.1", port: MAIL_PORT })
announce(
  url,
  async () => {
    await smtp.close()
    await web.close()
  },
  { smtpPort: smtp.port },
)
