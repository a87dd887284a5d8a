import { BUSINESS_DETAILS, demoDetails } from "../../../modules/business-details"
import { editBusinessDetails, readDetails } from "../../../orders/business-details/business-details"
import { environment } from "../../../platform/config"
import { FormRejection, staffRoute } from "../staff-route"

const SHOWN_EDITS = 50

async function view(scope: Parameters<typeof readDetails>[0]) {
  const [details, edits] = await Promise.all([
    readDetails(scope),
    scope.resolve(BUSINESS_DETAILS).history(SHOWN_EDITS),
  ])
  const demo = demoDetails(details).map(({ name }) => name)
  return { details, demo, edits, shopUrl: environment.PUBLIC_URL }
}

export const GET = staffRoute(({ scope }) => view(scope))

/** `POST /admin/business-details`: changes the named details. 400 lists the error of each field. */
export const POST = staffRoute(async ({ scope, request, caller }) => {
  const edited = await editBusinessDetails(scope, request.body, await caller())
  if (edited.ok) return view(scope)
  throw new FormRejection(400, edited.errors.map(({ message }) => message).join(" "), edited.errors)
})
