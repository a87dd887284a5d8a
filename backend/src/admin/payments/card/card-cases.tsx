import { InlineTip } from "@medusajs/ui"
import type { StaffCardPayment } from "@shop/contracts/staff-payments"
import { formatPence } from "@shop/contracts"
import { runCardAction } from "../api"
import { ActionDialog } from "../panel/action-dialog"
import { moment } from "../../components/moment"

/** What needs a person about this payment, each with what to do and how to close it. */
export function CardCases({ payment: { id, cases } }: { payment: StaffCardPayment }) {
  return (
    <div className="flex flex-col gap-3 px-6 py-4">
      {cases.map(({ id: caseId, what, next, pence, detail, respondBy }) => (
        <InlineTip key={caseId} variant="error" label={`${what} (${formatPence(pence)})`}>
          {detail}. {respondBy !== null && <strong>Answer before {moment(respondBy)}. </strong>}
          {next}
          <div className="pt-3">
            <ActionDialog
              label="Close the case…"
              title="Close this case?"
              effects={[
                "The case leaves the inbox, with your name and your reason.",
                "No money is moved. What you did about it stays as it is.",
              ]}
              reason="required"
              confirm="Close the case"
              run={({ reason = "" }) => runCardAction(id, { action: "close_case", caseId, reason })}
            />
          </div>
        </InlineTip>
      ))}
    </div>
  )
}
