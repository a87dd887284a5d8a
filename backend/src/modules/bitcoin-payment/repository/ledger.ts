import type { Ledger } from "../ports/ledger"
import { processOutbox } from "./outbox"
import { judgeClaim, openClaims, recordClaim } from "./claims"
import { rows, type Connection } from "./database"
import {
  invoiceWhere,
  isPaidByAnother,
  markCaptured,
  markClosed,
  openInvoice,
  recordVerdict,
} from "./invoices"
import { liveTransactions, recordObservations } from "./outputs"
import { invoicesToPoll } from "./schedule"
import { lastPoll, nextIndex, recordPoll, skipIndex, startRequestedRescan, useWallet } from "./wallets"

/** The ledger over Medusa's own Postgres connection. */
export function postgresLedger(connection: Connection): Ledger {
  return {
    useWallet: (descriptor, network) => useWallet(connection, descriptor, network),
    openInvoice: (wallet, request, addressAt) => openInvoice(connection, wallet, request, addressAt),
    skipIndex: (wallet, index) => skipIndex(connection, wallet.id, index),
    recordPoll: (wallet, poll) => recordPoll(connection, wallet.id, poll),
    lastPoll: (wallet) => lastPoll(connection, wallet.id),
    startRequestedRescan: (wallet, begin) => startRequestedRescan(connection, wallet.id, begin),
    nextIndex: (wallet) => nextIndex(connection, wallet.id),
    invoiceOfOrder: (orderId) => invoiceWhere(connection, "order_id", orderId),
    isPaidByAnother: (invoice) => isPaidByAnother(connection, invoice),
    invoiceOfSession: (sessionId) => invoiceWhere(connection, "session_id", sessionId),
    invoicesToPoll: (turn) => invoicesToPoll(connection, turn),
    liveTransactions: (invoices) => liveTransactions(connection, invoices),
    recordObservations: (poll, observations) => recordObservations(connection, poll, observations),
    recordVerdict: (invoice, verdict, tip, effects, cause) =>
      recordVerdict(connection, invoice, verdict, tip, effects, cause),
    processOutbox: (now, work, onFailure, alarm) =>
      processOutbox(connection, now, work, onFailure, alarm ?? null),
    markCaptured: (id) => markCaptured(connection, id),
    markClosed: (id, how) => markClosed(connection, id, how),
    recordClaim: (invoiceId, transactionId, verdict) =>
      recordClaim(connection, invoiceId, transactionId, verdict),
    openClaims: (now, limit) => openClaims(connection, now, limit),
    judgeClaim: (claim, verdict) => judgeClaim(connection, claim, verdict),
    async whileLeading(work) {
      // The lock is the transaction's: a crash frees it, and nothing has to be cleaned up.
      return connection.transaction(async (trx) => {
        const [row] = await rows(
          trx,
          `select pg_try_advisory_xact_lock(hashtextextended('bitcoin-payment watcher', 0)) as leads`,
        )
        const leads = typeof row === "object" && row !== null && "leads" in row && row.leads === true
        if (leads) await work()
        return leads
      })
    },
  }
}
