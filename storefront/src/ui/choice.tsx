import type { InputHTMLAttributes, ReactNode } from "react"

interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "title"> {
  title: ReactNode
  detail?: ReactNode
  /** What stands at the end of the row, a price for example. */
  aside?: ReactNode
}

/** One of several options as a whole row that can be pressed; a real radio button underneath. */
export function Choice({ title, detail, aside, ...input }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" className="choice__radio" {...input} />
      <span className="choice__text">
        <span className="choice__title">{title}</span>
        {detail && <span className="choice__detail">{detail}</span>}
      </span>
      {aside && <span className="choice__aside">{aside}</span>}
    </label>
  )
}
