import { useEffect, useRef, useState } from "react"
import type { Period } from "./report"

/** Theme colours that follow light and dark mode, for a bar and its legend. */
const COLOURS = {
  orange: { bar: "fill-ui-tag-orange-icon", dot: "bg-ui-tag-orange-icon" },
  blue: { bar: "fill-ui-tag-blue-icon", dot: "bg-ui-tag-blue-icon" },
  green: { bar: "fill-ui-tag-green-icon", dot: "bg-ui-tag-green-icon" },
  purple: { bar: "fill-ui-tag-purple-icon", dot: "bg-ui-tag-purple-icon" },
  grey: { bar: "fill-ui-tag-neutral-icon", dot: "bg-ui-tag-neutral-icon" },
} as const

export type Colour = (typeof COLOURS)[keyof typeof COLOURS]

export const PLACED = COLOURS.grey
export const PAID = COLOURS.green

/** Bitcoin is always orange; the other methods take the remaining colours in order. */
export function colourOfMethod(method: string, methods: readonly string[]): Colour {
  if (method === "Bitcoin") return COLOURS.orange
  const others = methods.filter((one) => one !== "Bitcoin")
  return [COLOURS.blue, COLOURS.purple, COLOURS.green][others.indexOf(method) % 3] ?? COLOURS.blue
}

/** One colour of the bars; the first is at the bottom. */
interface Series {
  name: string
  colour: string
  values: readonly number[]
}

interface BarsProps {
  label: string
  periods: readonly Period[]
  series: readonly Series[]
  axis: (value: number) => string
  describe: (index: number) => string
  /** Draws the second series in front of the first instead of stacking them */
  overlaid?: boolean
}

/** CSS pixels. */
const HEIGHT = 220
const LEFT = 56
const BOTTOM = 24
const TOP = 8
const LABEL = 76

/** A bar chart over time as SVG. The table below each chart has the same numbers. */
export function Bars({ label, periods, series, axis, describe, overlaid = false }: BarsProps) {
  const heights = periods.map((_, index) => {
    const values = series.map(({ values }) => values[index] ?? 0)
    return overlaid ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0)
  })
  const steps = stepsUpTo(Math.max(0, ...heights))
  const highest = steps.at(-1) ?? 1
  const y = (value: number) => HEIGHT - BOTTOM - (value / highest) * (HEIGHT - BOTTOM - TOP)
  const [place, width] = useWidth()
  const room = (width - LEFT) / Math.max(1, periods.length)
  const barWidth = Math.max(1, Math.min(40, room * 0.72))
  const every = Math.ceil(periods.length / Math.max(1, Math.floor((width - LEFT) / LABEL)))
  return (
    <div ref={place}>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} className="w-full" role="img" aria-label={label}>
        {steps.map((step) => (
          <g key={step}>
            <line
              x1={LEFT}
              x2={width}
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
              <title>{describe(index)}</title>
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
                    x={middle - barWidth / 2}
                    width={barWidth}
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

/** The width of an element, so that a phone has the same size of letters as a wide screen, and fewer of them. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(800)
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(LEFT + LABEL, Math.round(entry.contentRect.width)))
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return [place, width] as const
}

/** Two to five steps of an axis up to at least `highest`: whole numbers in steps of 1, 2 or 5 times a power of ten. */
export function stepsUpTo(highest: number): number[] {
  if (highest <= 0) return [0, 1]
  const rough = highest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}
