import { createHash } from 'node:crypto'
import { cutShares } from './stylesheet.ts'

const rules = `
/* The administration: the way beside what is being done. */
.desk { flex: 1; }
body:has(.desk) .wrap { max-width: 84rem; }
.desk > main { padding-block: 24px 64px; }
.desk > main > nav { margin-block-end: -16px; }
.way a { display: flex; align-items: center; min-height: 44px; padding-inline: 12px; color: inherit; text-decoration: none; border-radius: 8px; }
.way a:hover { background: var(--accent-soft); }
.way a[aria-current] { font-weight: 650; color: var(--accent); background: var(--accent-soft); }
.from-root { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; padding: 8px 12px; border: 1px solid var(--line); border-inline-start: 4px solid var(--already); border-radius: 8px; background: var(--sheet); }
.way-group { padding-block: 4px; }
.way-group + .way-group { border-top: 1px solid var(--line); }
.found { margin-top: 16px; }
.find { padding: 4px 12px 8px; }
.find label { font-size: 0.875rem; }
.find .keys { flex-basis: 100%; color: var(--muted); font-size: 0.875rem; }
kbd { padding: 0 6px; font: inherit; border: 1px solid var(--line); border-radius: 4px; background: var(--sheet); }
.way-phone > .find { padding: 4px 0 8px; }
.way-desk { display: none; }
@media screen and (max-width: 55.99rem) {
  html:has(.way) { scroll-padding-block-start: 64px; }
  .way { position: sticky; inset-block-start: 0; z-index: 2; margin-inline: -16px; padding: 4px 16px; border-bottom: 1px solid var(--line); background: var(--sheet); }
  .way:has([open]) { max-height: 100dvh; overflow-y: auto; }
  .way-bar { display: flex; align-items: start; gap: 16px; }
  .way-phone { flex: 1; min-width: 0; }
  .way-phone > summary { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .way-phone[open] + a { display: none; }
}
@media (min-width: 56rem) {
  .desk { display: grid; grid-template-columns: 13rem minmax(0, 1fr); align-content: start; gap: 0 40px; }
  /* Always in sight; where it is longer than the window, it scrolls by itself. */
  .way { position: sticky; inset-block-start: 0; align-self: start; max-height: 100dvh; overflow-y: auto; padding-block: 32px; }
  .way-desk { display: block; }
  .way-desk > p { padding-inline: 12px; }
  .way-bar { display: none; }
}
/* Weaker than what they stand in. */
:where(.desk) h1 { font-size: clamp(1.563rem, 1.3rem + 1vw, 1.953rem); }
:where(.desk) h2 { font-size: 1.25rem; }
.desk :is(.rows, .notice, .empty) { max-width: none; }
.desk .tiles { grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5rem), 1fr)); }
.desk .tiles.money { grid-template-columns: repeat(auto-fill, minmax(min(100%, 12.5rem), 1fr)); max-width: none; }
.tiles.money b { white-space: nowrap; }
.table { width: 100%; border-collapse: collapse; }
.table :is(th, td) { padding: 12px 16px 12px 0; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
.table th { color: var(--muted); font-size: 0.875rem; font-weight: 650; white-space: nowrap; }
.table th a { color: inherit; }
.table [aria-sort] a { color: var(--ink); }
.table [aria-sort] small { display: block; font-size: 0.8125rem; font-weight: 400; white-space: normal; }
.table [aria-sort] small::before { content: "↑ " / ""; }
.table [aria-sort="descending"] small::before { content: "↓ " / ""; }
.chips.chosen a { gap: 8px; }
.sums { display: flex; flex-wrap: wrap; gap: 8px 24px; font-variant-numeric: tabular-nums; }
.sums dt { color: var(--muted); font-size: 0.875rem; }
.sums dd { font-weight: 650; white-space: nowrap; }
.table .figures { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.table tfoot td { font-weight: 650; }
.table code { white-space: nowrap; }
@media (min-width: 56rem) { .table summary { white-space: nowrap; } }
.badge { display: inline-block; min-width: 1.5em; margin-inline-start: 8px; padding-inline: 0.4em; border-radius: 1em; background: var(--refused); color: var(--sheet); font-size: 0.8125rem; font-weight: 650; text-align: center; }
.standing.well { color: var(--welcome); }
.standing.waits, .standing.watch { color: var(--already); }
.standing.gone { color: var(--refused); }
@media screen and (max-width: 55.99rem) {
  /* The end fades, so that one sees that there is more; by keyboard, all are in sight: a browser does not push one of which half is seen. */
  .tabs:not(:has(:focus-visible)) { flex-wrap: nowrap; overflow-x: auto; padding-inline-end: 32px; mask-image: linear-gradient(to right, #000 calc(100% - 32px), transparent); }
  .tabs li { flex: none; }
  .tabs li:has([aria-current]) { scroll-initial-target: nearest; }
  .table, .table tbody, .table tfoot { display: block; }
  .table thead { position: absolute; left: -9999px; }
  .table thead.ordered { position: static; }
  .ordered th { padding: 0; border: 0; }
  .ordered th:not(:has(a)) { display: none; }
  .table .ordered small { display: inline; }
  .ordered th a { display: inline-flex; align-items: center; min-height: 44px; }
  .table tr { display: flex; flex-wrap: wrap; align-items: center; gap: 0 16px; padding-block: 4px 12px; border-top: 1px solid var(--line); }
  .table .ordered tr { padding: 0; border: 0; }
  .table td { min-width: 0; padding: 0; border: 0; font-size: 0.875rem; overflow-wrap: anywhere; }
  .table td.figures { text-align: start; white-space: normal; }
  .table td::before { content: attr(data-label); margin-inline-end: 8px; color: var(--muted); }
  .table td:empty { display: none; }
  .table td:has(button) { flex-basis: 100%; }
  .table input[type="checkbox"] { vertical-align: middle; }
  .table td:first-child { flex-basis: 100%; font-size: 1rem; }
  .table td:first-child:has(> .check) { flex-basis: auto; }
  .table td:has(> .check) + td { flex: 1 1 calc(100% - 4rem); font-size: 1rem; }
  .table td > * { min-width: 0; max-width: 100%; }
  .table td:is(:first-child, .bare)::before { content: none; }
  .desk .table td > a:first-child { display: inline-flex; align-items: center; min-height: 44px; }
  .desk .table td.bare > a:first-child { font-size: 1rem; }
}

.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr)); gap: 16px; max-width: 48rem; }
.tile { padding: 16px; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
.tile b { display: block; font-size: 1.953rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.tiles.money { grid-template-columns: repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr)); }
progress { width: 100%; max-width: 42rem; height: 12px; accent-color: var(--accent); }

.operation { padding-top: 24px; border-top: 1px solid var(--line); scroll-margin-top: 16px; }
.operation code, .fields code { overflow-wrap: anywhere; }
.calls code { display: inline-block; max-width: 100%; overflow-wrap: anywhere; }
.fields > li { padding-block: 8px; }
.fields .meaning { flex-basis: 100%; min-width: 0; }
.chapter > * { max-width: 48rem; }
.chapter > * + * { margin-top: 16px; }
.chapter > h2 { margin-top: 40px; }
.chapter > h3 { margin-top: 24px; }
.chapter :is(ul, ol) { padding-inline-start: 20px; list-style: disc; }
.chapter ol { list-style: decimal; }
.chapter li + li { margin-top: 4px; }
.chapter a code { color: inherit; }
.chapter .table { max-width: none; }
.chapter .table code { white-space: normal; overflow-wrap: anywhere; }

.search > .unfolded { display: contents; }
.unfold { position: relative; cursor: pointer; }
.unfold:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (max-width: 40rem) {
  .unfold:not(:has(:checked)) ~ .unfolded { display: none; }
  .unfolded > .field { flex-basis: 100%; }
}
@media (min-width: 40.01rem) { .search > .unfold, .chips.chosen { display: none; } }
.order { margin-top: 8px; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: 8px 24px; }
.order li { display: flex; align-items: center; gap: 16px; }
.order[data-moving] { grid-template-columns: minmax(0, 32rem); gap: 4px; }
.order .check { flex: 1 1 auto; min-width: 0; }
.order .stepper { gap: 8px; }
.order li > input { flex: none; width: 4rem; text-align: right; font-variant-numeric: tabular-nums; }
.marks { display: flex; flex-wrap: wrap; gap: 4px 8px; padding-block: 4px; }
.marks .button { padding-inline: 12px; font-size: 0.875rem; }
.price-row { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: end; gap: 8px 16px; }
.price-row > :first-child { grid-column: 1 / -1; }
@media (min-width: 30rem) { .price-row { grid-template-columns: repeat(3, minmax(0, 1fr)); } .price-row > :first-child { grid-column: auto; } }
.preview { width: 100%; max-width: 24rem; border-radius: 8px; }
.focus { display: grid; gap: 12px; max-width: 24rem; }
.focus > * { margin: 0; }
/* The points lie on the picture; each is as large as its part of it. */
.points { display: grid; width: fit-content; }
.points > * { grid-area: 1 / 1; }
.points > img { max-height: 24rem; border-radius: 8px; }
.points > div { display: grid; grid-template: repeat(5, minmax(24px, 1fr)) / repeat(5, minmax(24px, 1fr)); }
.points input[type="radio"] { width: 100%; height: 100%; border: 0; border-radius: 8px; appearance: none; cursor: crosshair; background: radial-gradient(circle, #fff 0 2px, #000 3px, transparent 4px); opacity: 0.5; forced-color-adjust: none; }
.points input[type="radio"]:hover { opacity: 1; }
.points input[type="radio"]:checked { opacity: 1; background: radial-gradient(circle, var(--fill) 0 6px, #fff 7px 9px, #000 10px, transparent 11px); }
.cuts { display: grid; grid-template-columns: 1fr 2fr; gap: 12px; }
${cutShares.map((x) => `.focus:has([value^="${x}%"]:checked) > .cuts { --cut-x: ${x}%; }`).join('\n')}
${cutShares.map((y) => `.focus:has([value$=" ${y}%"]:checked) > .cuts { --cut-y: ${y}%; }`).join('\n')}
.cuts > img { width: 100%; height: 6rem; object-fit: cover; border-radius: 8px; }
input[type="color"] { max-width: 8rem; padding: 4px; }
.swatch { display: block; width: 100%; max-width: 24rem; height: auto; border: 1px solid var(--line); border-radius: 8px; }
.steps { display: grid; gap: 16px; max-width: 42rem; }
.steps > li { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; padding: 16px; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
.steps .what { flex: 1 1 14rem; min-width: 0; }
.steps .actions { flex-basis: 100%; align-items: flex-start; }
.steps :is(h2, h3) { font-size: 1rem; }
/* What it comes to, then every way to pay it, each as wide as a thumb likes. */
.checkout.ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); }
.checkout.ways > .total { grid-column: 1 / -1; }
.checkout.ways > .button { width: auto; padding-inline: 12px; }
@media (min-height: 30rem) { html:has(.checkout.ways) { scroll-padding-bottom: 240px; } }
@media (max-width: 40rem) { .checkout.ways { grid-template-columns: repeat(2, minmax(0, 1fr)); } }

/* Charts, drawn by the server. */
.chart { max-width: 48rem; }
.chart svg { width: 100%; height: auto; overflow: visible; }
.chart rect { fill: var(--accent); }
.chart rect.other { fill: none; stroke: var(--ink); stroke-width: 1.5; }
.key { display: flex; flex-wrap: wrap; gap: 4px 16px; }
.key span::before { content: ""; display: inline-block; width: 12px; height: 12px; margin-inline-end: 6px; border: 1.5px solid var(--accent); background: var(--accent); }
.key .other::before { border-color: var(--ink); background: none; }
.chart line { stroke: var(--control); }
.chart text { fill: var(--ink); font-size: 14px; text-anchor: middle; font-variant-numeric: tabular-nums; }
@media (max-width: 40rem) { .chart text { font-size: 24px; } }
.table caption { padding-bottom: 8px; text-align: start; color: var(--muted); font-size: 0.875rem; }
/* Sheets to be cut up and handed to people. */
.sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 24px; }
.sheet > li { display: flex; flex-direction: column; gap: 12px; padding: 16px; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; break-inside: avoid; }
.sheet ol { padding-inline-start: 20px; list-style: decimal; }
.plain > summary { color: var(--accent); }
@media print {
  .way, .not-printed { display: none; }
  .desk { display: block; }
  .sheet { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
`

const name = `${createHash('sha256').update(rules).digest('hex').slice(0, 12)}.css`

/** What pages of staff and of the documentation have beside all others: a file of its own, so that no visitor waits for it. */
export const officeStylesheet = { name, path: `/assets/${name}`, body: rules }
