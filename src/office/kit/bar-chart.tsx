export type Bar = {
  readonly key: string
  /** The label below the bar, where there is room, and in the table. */
  readonly label: string
  readonly value: number
  /** The value that this one is compared with; drawn as an outline, so that it is told apart without colour. */
  readonly other?: number
  /** Further cells of the bar's row in the table. */
  readonly more?: readonly string[]
}

type BarChartProps = {
  readonly title: string
  readonly bars: readonly Bar[]
  /** Headings of the table behind the chart: the label, the value, the other value where there is one, and the further cells. */
  readonly columns: readonly [label: string, value: string, ...others: string[]]
  /** How the other value is drawn, on top of the first or beside it; absent: there is none. */
  readonly other?: 'on_top' | 'beside'
  readonly asTable: string
  readonly number: Intl.NumberFormat
}

const [width, height, top, bottom, side] = [720, 216, 32, 36, 24]
/** The greatest width of one bar with its gap, so that a lonely bar is no wall. */
const widest = 56
const mostLabels = 8
/** The room that one label takes on a phone, where labels are larger. */
const labelWidth = 84

/**
 * Bars on a line, drawn by the server: the highest and the last bear their number, so that they can be read in print and
 * without colour. The table behind it says the same, also to people who have it read out.
 */
export function BarChart({ title, bars, columns, asTable, number, other: place }: BarChartProps) {
  const heights = bars.map(({ value, other = 0 }) => (place === 'on_top' ? value + other : Math.max(value, other)))
  const most = Math.max(1, ...heights)
  const step = Math.min(widest, (width - 2 * side) / bars.length)
  const every = Math.max(Math.ceil(bars.length / mostLabels), Math.ceil(labelWidth / step))
  const tallest = Math.max(...bars.map(({ value }) => value))
  const highest = bars.findIndex(({ value }) => value === tallest)
  const heightOf = (value: number) => ((height - top - bottom) * value) / most
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
        {bars.map(({ key, label, value, other = 0 }, index) => {
          const [x, barHeight, otherHeight] = [side + index * step, heightOf(value), heightOf(other)]
          const base = height - bottom - (place === 'on_top' ? barHeight : 0)
          const labelled = height - bottom - heightOf(heights[index] ?? 0)
          return (
            <g key={key}>
              <rect x={x + step * 0.15} y={height - bottom - barHeight} width={step * 0.7} height={barHeight} rx="2" />
              {other === 0 ? null : (
                <rect
                  class="other"
                  x={x + step * (place === 'on_top' ? 0.15 : 0.05)}
                  y={base - otherHeight}
                  width={step * (place === 'on_top' ? 0.7 : 0.9)}
                  height={otherHeight}
                />
              )}
              {value > 0 && (index === highest || index === bars.length - 1) ? (
                <text x={x + step / 2} y={labelled - 6}>
                  {number.format(value)}
                  {place === 'on_top' && other > 0 ? ` + ${number.format(other)}` : null}
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
      {place === undefined ? null : (
        <p class="small key">
          <span class="value">{columns[1]}</span> <span class="other">{columns[2]}</span>
        </p>
      )}
      <details class="plain">
        <summary>{asTable}</summary>
        <ChartTable {...{ title, bars, columns, number }} hasOther={place !== undefined} />
      </details>
    </figure>
  )
}

type ChartTableProps = Pick<BarChartProps, 'title' | 'bars' | 'columns' | 'number'> & { readonly hasOther: boolean }

/** The chart as a table, for people who have it read out. */
function ChartTable({ title, bars, columns, number, hasOther }: ChartTableProps) {
  return (
    <table class="table">
      <caption>{title}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={column} scope="col" {...(index === 0 ? {} : { class: 'figures' })}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, label, value, other = 0, more = [] }) => (
          <tr key={key}>
            <td data-label={columns[0]}>{label}</td>
            {[value, ...(hasOther ? [other] : [])]
              .map((figure) => number.format(figure))
              .concat(more)
              .map((figure, index) => (
                <td key={columns[index + 1]} data-label={columns[index + 1]} class="figures">
                  {figure}
                </td>
              ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
