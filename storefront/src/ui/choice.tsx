import type { InputHTMLAttributes, ReactNode } from "react"

interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "title"> {
  title: ReactNode
  detail?: ReactNode
  /** The end of the row, for example a price. */
  aside?: ReactNode
}

/** One option as a row that can be pressed, with a real radio button. */
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
