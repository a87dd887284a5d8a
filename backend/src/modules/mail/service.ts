import { generateEntityId, MedusaService } from "@medusajs/framework/utils"
import { secondsUntilNext } from "./back-off"
import { MailOutbox } from "./models/mail-outbox"
import { claimDue, insertOnce, markFailed, markSent, withdraw, type Connection, type DueMail } from "./outbox"

/** Time in which a workflow that fails later can still take its mail back. */
const GRACE_SECONDS = 2
const LONGEST_REASON = 1000

/** A mail to write into the outbox. `key` makes it one mail however often it is asked for. */
export interface MailRequest {
  key: string
  template: string
  to: string
  data: Record<string, unknown>
}

/** The outbox: mails are written down with what they belong to and sent afterwards, each once. */
export default class MailService extends MedusaService({ MailOutbox }) {
  private readonly connection: Connection

  constructor(dependencies: { __pg_connection__: Connection }, options: unknown) {
    super(dependencies, options)
    this.connection = dependencies.__pg_connection__
  }

  /** Writes a mail down. @returns false when its key is there already, and then nothing changes */
  async enqueue(mail: MailRequest): Promise<boolean> {
    return insertOnce(this.connection, {
      ...mail,
      id: generateEntityId(undefined, "mail"),
      data: JSON.stringify(mail.data),
      graceSeconds: GRACE_SECONDS,
    })
  }

  /** Takes a mail back that nobody has begun to send; a sent one stays. */
  async withdraw(key: string): Promise<void> {
    await withdraw(this.connection, key)
  }

  /** Mails whose turn it is, for this caller alone; each must end in `markSent` or `markFailed`. */
  async claimDue(limit: number): Promise<DueMail[]> {
    return claimDue(this.connection, limit)
  }

  async markSent(mail: DueMail): Promise<void> {
    await markSent(this.connection, mail.id)
  }

  /**
   * Notes a failed attempt and when to try again.
   * @param isFinal nothing another attempt could mend: no such mailbox, or nothing left to tell
   * @returns seconds until the next attempt, or null when there will be none
   */
  async markFailed(mail: DueMail, reason: string, isFinal: boolean): Promise<number | null> {
    const wait = isFinal ? null : secondsUntilNext(mail.attempts)
    await markFailed(this.connection, mail.id, reason.slice(0, LONGEST_REASON), wait)
    return wait
  }
}
