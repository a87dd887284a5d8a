import { expect, it } from "vitest"
import { sumDisputes } from "./disputes"

const taken = { id: "txn_1", pence: -1250, feePence: 2000, at: 1 }
const returned = { id: "txn_2", pence: 1250, feePence: -2000, at: 2 }

it("counts what the bank took and has not returned, and the fee that it kept", () => {
  expect(sumDisputes([])).toEqual({ dispute: null, disputedPence: 0, disputeFeePence: 0 })
  const lost = { outcome: "lost", bookings: [taken] } as const
  expect(sumDisputes([lost])).toEqual({ dispute: "lost", disputedPence: 1250, disputeFeePence: 2000 })
  const won = { outcome: "won", bookings: [taken, returned] } as const
  expect(sumDisputes([won])).toEqual({ dispute: null, disputedPence: 0, disputeFeePence: 0 })
  const keptFee = { ...won, bookings: [taken, { ...returned, feePence: 0 }] }
  expect(sumDisputes([keptFee])).toMatchObject({ disputedPence: 0, disputeFeePence: 2000 })
})

it("a lost dispute counts although another one is open or won, and an inquiry has taken nothing yet", () => {
  const inquiry = { outcome: "open", bookings: [] } as const
  expect(sumDisputes([inquiry])).toEqual({ dispute: "open", disputedPence: 0, disputeFeePence: 0 })
  const all = [inquiry, { outcome: "lost", bookings: [taken] }, { outcome: "won", bookings: [] }] as const
  expect(sumDisputes(all).dispute).toBe("lost")
})
