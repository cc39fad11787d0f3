import type { LoadResult } from './load.ts'

/** One line of the results: what was measured, beside the limit measured in the same run. */
export type Figure = {
  readonly name: string
  readonly load: LoadResult
  /** Resident memory in MB of the Node processes, the largest first. */
  readonly memoryMb: readonly number[]
  readonly limitPerSecond: number | null
  readonly targets: readonly Target[]
}

export type Target = { readonly text: string; readonly reached: boolean }

/** One line of the results that is no rate: a time, a size, or a count that must hold. */
export type Measure = { readonly name: string; readonly value: string; readonly target: Target | null }

export type Result = Figure | Measure

export type Log = (line: string) => void

export type BenchOptions = {
  /** For trying a bench out: short runs whose figures mean little. */
  readonly quick: boolean
  /** How long what soaks does so. */
  readonly minutes: number
}

/** What a bench file offers to run.ts. */
export type Bench = {
  readonly name: string
  /** Below the tables: how it was measured. */
  readonly notes: readonly string[]
  run(log: Log, options: BenchOptions): Promise<readonly Result[]>
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

/** The median of each column over several runs of the same load; errors add up. */
export function medianLoad(runs: readonly LoadResult[]): LoadResult {
  return {
    requests: runs.reduce((sum, run) => sum + run.requests, 0),
    errors: runs.reduce((sum, run) => sum + run.errors, 0),
    perSecond: median(runs.map((run) => run.perSecond)),
    p50Ms: median(runs.map((run) => run.p50Ms)),
    p99Ms: median(runs.map((run) => run.p99Ms)),
    byStatus: runs.reduce((sum, run) => addCounts(sum, run.byStatus), {}),
    firstError: runs.find((run) => run.firstError !== null)?.firstError ?? null,
  }
}

function addCounts(left: LoadResult['byStatus'], right: LoadResult['byStatus']): Readonly<Record<number, number>> {
  const sum: Record<number, number> = { ...left }
  for (const [status, count] of Object.entries(right)) sum[Number(status)] = (sum[Number(status)] ?? 0) + count
  return sum
}

/** Tables in Markdown, readable on a terminal as well: rates first, then what is no rate. */
export function tablesOf(results: readonly Result[]): string {
  const figures = results.filter((result): result is Figure => 'load' in result)
  const measures = results.filter((result): result is Measure => !('load' in result))
  return [
    ...(figures.length > 0 ? [tableOf(figureHead, figures.map(figureCells))] : []),
    ...(measures.length > 0 ? [tableOf(measureHead, measures.map(measureCells))] : []),
  ].join('\n\n')
}

const figureHead = ['what', 'requests/s', 'limit/s', 'share', 'p50 ms', 'p99 ms', 'errors', 'memory MB', 'targets']

function figureCells({ name, load, limitPerSecond, memoryMb, targets }: Figure): readonly string[] {
  return [
    name,
    load.perSecond.toFixed(0),
    limitPerSecond?.toFixed(0) ?? '–',
    limitPerSecond === null ? '–' : shareText(load.perSecond / limitPerSecond),
    load.p50Ms.toFixed(1),
    load.p99Ms.toFixed(1),
    `${load.errors} of ${load.requests}`,
    memoryMb.join(' + '),
    targets.map(targetText).join('; '),
  ]
}

/** Rounded down, so that a share just short of its target does not look like it. */
function shareText(share: number): string {
  return (Math.floor(share * 100) / 100).toFixed(2)
}

const measureHead = ['what', 'measured', 'target']

function measureCells({ name, value, target }: Measure): readonly string[] {
  return [name, value, target === null ? '–' : targetText(target)]
}

function targetText({ text, reached }: Target): string {
  return `${text}: ${reached ? 'reached' : 'missed'}`
}

function tableOf(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)))
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [row(head), row(widths.map((width) => '-'.repeat(width))), ...lines.map(row)].join('\n')
}
