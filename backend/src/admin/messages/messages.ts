import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { ask } from "../components/ask"

const PATH = "/admin/contact-messages"
export const PAGE_SIZE = 20
export type Folder = "inbox" | "archived"

const summary = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  state: z.enum(["unread", "read", "answered", "archived"]),
  receivedAt: z.string(),
  /** Until when a complaint about personal data has to be settled; null: there is none. */
  dueAt: z.string().nullable(),
  /** What staff last said about that, who, and when. */
  isMarked: z.boolean().nullable(),
  markedBy: z.string().nullable(),
  markedAt: z.string().nullable(),
})
export type Summary = z.infer<typeof summary>

const answer = z.object({
  id: z.string(),
  text: z.string(),
  answeredBy: z.string(),
  answeredAt: z.string(),
  mail: z.enum(["pending", "sent", "failed"]).nullable(),
  error: z.string().nullable(),
})
export type Answer = z.infer<typeof answer>
const list = z.object({ messages: z.array(summary), count: z.number(), unread: z.number() })
const whole = z.object({ message: summary.extend({ answers: z.array(answer) }) })
const changed = z.object({ message: summary })

/** Invalidate this key when a message has changed. */
export const MESSAGES_KEY = ["contact-messages"]
export const LISTS_KEY = [...MESSAGES_KEY, "list"]

export const messagesQuery = (folder: Folder, page: number) =>
  queryOptions({
    queryKey: [...LISTS_KEY, folder, page],
    queryFn: ({ signal }) =>
      ask(list, `${PATH}?folder=${folder}&limit=${PAGE_SIZE}&offset=${page * PAGE_SIZE}`, { signal }),
    refetchInterval: 15_000,
  })

/** A message with its answers, refreshed while a mail is pending. */
export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: [...MESSAGES_KEY, "one", id],
    queryFn: async ({ signal }) => (await ask(whole, `${PATH}/${id}`, { signal })).message,
    refetchInterval: ({ state }) =>
      state.data?.answers.some(({ mail }) => mail === "pending") === true ? 2000 : false,
  })

export const setState = (id: string, state: "unread" | "read" | "archived") =>
  ask(changed, `${PATH}/${id}/state`, { method: "POST", body: { state } })

export const markDataComplaint = (id: string, isDataComplaint: boolean) =>
  ask(changed, `${PATH}/${id}/data-complaint`, { method: "POST", body: { isDataComplaint } })

/** @param requestKey the same for every attempt to send one answer */
export const sendAnswer = (id: string, text: string, requestKey: string) =>
  ask(whole, `${PATH}/${id}/answers`, { method: "POST", body: { text, requestKey } })

export const deleteMessage = (id: string) => ask(z.unknown(), `${PATH}/${id}`, { method: "DELETE" })
