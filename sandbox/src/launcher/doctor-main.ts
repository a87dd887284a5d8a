import { examine } from "./doctor.js"

const findings = await examine()
const lines = findings.map(({ ok, text }) => `  ${ok ? "✔" : "✘"} ${text}`)
const ills = findings.filter(({ ok }) => !ok).length
const verdict =
  ills === 0 ? "Nothing stands in the way of npm start." : `${ills} to be cured before npm start.`
process.stdout.write(`\n${lines.join("\n")}\n\n  ${verdict}\n\n`)
process.exitCode = ills === 0 ? 0 : 1
