import { startMedusa, type Backend } from "./medusa"
import { askDatabase } from "./postgres"
import { eventually } from "./regtest"
import type { Settings } from "./settings"

/** A shop that a spec kills at a chosen write. It starts again when it is next used. */
export interface KillableShop {
  /** The running backend, started if there is none. */
  up(): Promise<Backend>
  kill(): Promise<void>
  /**
   * Kills the shop at a write, before its row is stored.
   * @param what like "insert on capture" or "update of state on card_payment"
   * @param provoke leads to the write. Its requests lose their answer, so it must expect that
   * @param when only a row like this, in SQL: "new.key like 'refund-sent:%'"
   */
  killAt(
    what: string,
    provoke: () => Promise<unknown>,
    when?: string,
    untilOthersAreDone?: () => Promise<unknown>,
  ): Promise<void>
  stop(): Promise<void>
}

/** @param onStarted called with each new backend */
export function killableShop(
  settings: Settings,
  logName: string,
  onStarted: (backend: Backend) => Promise<void> = () => Promise.resolve(),
): KillableShop {
  const database = settings["DATABASE_URL"] ?? ""
  let running: Backend | undefined
  let starts = 0
  const ask = (sql: string) => askDatabase(database, sql)

  async function up(): Promise<Backend> {
    if (running) return running
    // The messages of the killed process stay leased for some seconds. Once a shop runs, it leases them itself.
    await ask(
      "update medusa_payments_outbox set next_attempt_at = now(), leased_until = null where finished_at is null",
    )
    running = await startMedusa(settings, `${logName}-${String(starts++)}`)
    await onStarted(running)
    return running
  }
  async function kill(): Promise<void> {
    await running?.kill()
    running = undefined
  }

  return {
    up,
    kill,
    async killAt(what, provoke, when = "true", untilOthersAreDone) {
      await up()
      await ask(
        "create or replace function wait_for_kill() returns trigger language plpgsql as $$ begin perform pg_sleep(30); return new; end $$",
      )
      await ask(
        `create trigger wait_for_kill before ${what} for each row when (${when}) execute function wait_for_kill()`,
      )
      const provoked = provoke()
      await eventually(
        () =>
          ask("select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'"),
        (rows) => rows.length > 0,
      )
      await untilOthersAreDone?.()
      // All other statements end first, so that the shop always dies at the same point.
      await eventually(
        () =>
          ask(
            `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
              and state = 'active' and wait_event is distinct from 'PgSleep' and wait_event_type is distinct from 'Lock'`,
          ),
        (rows) => rows.length === 0,
      )
      await kill()
      await provoked
      await ask(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      )
      await ask(`drop trigger wait_for_kill on ${what.split(" on ")[1] ?? ""}`)
    },
    async stop() {
      await running?.stop()
    },
  }
}
