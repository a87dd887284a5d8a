import { readOrderMails } from "../../../../../mail/sent-order-mails"
import { staffRoute } from "../../../staff-route"

export const GET = staffRoute(async ({ scope, id }) => {
  const mails = await readOrderMails(scope, id)
  return { mails: mails.map(({ key: _key, data: _data, ...mail }) => mail) }
})
