export type Bar = {
  readonly key: string
  /** Below the bar, where there is room; and for whoever has it read out. */
  readonly label: string
  readonly value: number
}

type BarChartProps = {
  readonly title: string
  readonly bars: readonly Bar[]
  /** Of the two columns of the table behind it. */
  readonly columns: readonly [label: string, value: string]
  readonly asTable: string
  readonly number: Intl.NumberFormat
}

const [width, height, top, bottom, side] = [720, 216, 32, 36, 24]
/** Of one bar with the gap beside it: a lonely bar is no wall. */
const widest = 56
const mostLabels = 8

/**
 * Bars on a line, drawn by the server: the highest and the last bear their number, so that they can be read in print and
 * without colour. The table behind it says the same, to whoever has it read out too.
 */
export function BarChart({ title, bars, columns, asTable, number }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const step = Math.min(widest, (width - 2 * side) / bars.length)
  const every = Math.ceil(bars.length / mostLabels)
  const highest = bars.findIndex(({ value }) => value === most)
  const heightOf = (value: number) => ((height - top - bottom) * value) / most
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
        {bars.map(({ key, label, value }, index) => {
          const [x, barHeight] = [side + index * step, heightOf(value)]
          return (
            <g key={key}>
              <rect
                x={x + step * 0.15}
                y={height - bottom - barHeight}
                width={step * 0.7}
                height={barHeight}
                rx="2"
              />
              {value > 0 && (index === highest || index === bars.length - 1) ? (
                <text x={x + step / 2} y={height - bottom - barHeight - 6}>
                  {number.format(value)}
                </text>
              ) : null}
              {index % every === 0 ? (
                <text x={x + step / 2} y={height - 8}>
                  {label}
                </text>
              ) : null}
            </g>
          )
        })}
        <line x1="0" x2={width} y1={height - bottom} y2={height - bottom} />
      </svg>
      <details class="plain">
        <summary>{asTable}</summary>
        <table class="table">
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{columns[0]}</th>
              <th scope="col" class="figures">
                {columns[1]}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ key, label, value }) => (
              <tr key={key}>
                <td data-label={columns[0]}>{label}</td>
                <td data-label={columns[1]} class="figures">
                  {number.format(value)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
