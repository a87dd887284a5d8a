import { useEffect, useRef } from "react"
import type { Period } from "./span"
import { stepsUpTo } from "./scale"

/** One colour of the bars, from the bottom up. */
export interface Series {
  name: string
  /** A class of the admin's own theme, which knows light and dark */
  colour: string
  /** A value for each period */
  values: readonly number[]
}

interface Bars {
  label: string
  periods: readonly Period[]
  series: readonly Series[]
  /** In words, for the axis */
  axis: (value: number) => string
  /** What a bar says to the mouse and to a screen reader */
  say: (index: number) => string
  /** One beside the other, the second before the first [one upon the other] */
  overlaid?: boolean
}

const WIDTH = 800
const HEIGHT = 220
const LEFT = 56
const BOTTOM = 24
const TOP = 8
/** About so many words fit under the bars. */
const LABELS = 8

/** Bars over time, as plain SVG in the admin's colours. The same numbers stand in the table below each chart. */
export function Bars({ label, periods, series, axis, say, overlaid = false }: Bars) {
  const heights = periods.map((_, index) => {
    const values = series.map(({ values }) => values[index] ?? 0)
    return overlaid ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0)
  })
  const steps = stepsUpTo(Math.max(0, ...heights))
  const highest = steps.at(-1) ?? 1
  const y = (value: number) => HEIGHT - BOTTOM - (value / highest) * (HEIGHT - BOTTOM - TOP)
  const room = (WIDTH - LEFT) / Math.max(1, periods.length)
  const width = Math.max(1, Math.min(40, room * 0.72))
  const every = Math.ceil(periods.length / LABELS)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (frame.current) frame.current.scrollLeft = frame.current.scrollWidth
  }, [periods.length])
  return (
    // On a phone the chart is moved by the finger rather than shrunk beyond reading, and shows its latest days first.
    <div ref={frame} className="overflow-x-auto">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full min-w-[600px]" role="img" aria-label={label}>
        {steps.map((step) => (
          <g key={step}>
            <line
              x1={LEFT}
              x2={WIDTH}
              y1={y(step)}
              y2={y(step)}
              className="stroke-ui-border-base"
              strokeWidth={1}
            />
            <text x={LEFT - 8} y={y(step) + 4} textAnchor="end" className="fill-ui-fg-subtle" fontSize={12}>
              {axis(step)}
            </text>
          </g>
        ))}
        {periods.map((period, index) => {
          const middle = LEFT + room * (index + 0.5)
          let below = 0
          return (
            <g key={period.key}>
              <title>{say(index)}</title>
              <rect
                x={middle - room / 2}
                y={TOP}
                width={room}
                height={HEIGHT - BOTTOM - TOP}
                fill="transparent"
              />
              {series.map(({ name, colour, values }) => {
                const value = values[index] ?? 0
                const from = overlaid ? 0 : below
                below += value
                if (value === 0) return null
                return (
                  <rect
                    key={name}
                    className={colour}
                    x={middle - width / 2}
                    width={width}
                    y={y(from + value)}
                    height={y(from) - y(from + value)}
                  />
                )
              })}
              {index % every === 0 && (
                <text
                  x={middle}
                  y={HEIGHT - 6}
                  textAnchor="middle"
                  className="fill-ui-fg-subtle"
                  fontSize={12}
                >
                  {period.short}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}
