import type { BusinessDetails } from "../../lib/business-details"

const BLANKS = [
  "Ordered on / received on:",
  "Order number:",
  "Name of consumer(s):",
  "Address of consumer(s):",
  "Signature of consumer(s), only if on paper:",
  "Date:",
]

/** The model cancellation form of the Consumer Contracts Regulations 2013 (Schedule 3, part B), to print or copy. */
export function CancellationForm({ legalName, address, email }: BusinessDetails) {
  return (
    <div className="policy__form">
      <p>
        To {legalName}, {address}, {email}:
      </p>
      <p>
        I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods
        [*] / for the supply of the following service [*],
      </p>
      {BLANKS.map((words) => (
        <p key={words} className="policy__blank">
          {words}
        </p>
      ))}
      <p>[*] Delete as appropriate.</p>
    </div>
  )
}
