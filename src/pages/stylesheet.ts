import { createHash } from 'node:crypto'
import { type ColorScheme, colorSchemes, type Theme, typePairs } from '../features/tenant/theme.ts'
import { type Accent, accentOn, type Grounds } from '../lib/accent.ts'
import { fontRules } from './fonts.ts'

const light: Grounds = { paper: '#faf9f6', sheet: '#ffffff' }
const dark: Grounds = { paper: '#16161a', sheet: '#1f1f25' }

/** The usual colour, chosen by hand, for organisations that have not chosen one. */
export const usualColor = '#2b3fd6'
const usualAccent: { readonly light: Accent; readonly dark: Accent } = {
  light: {
    text: usualColor,
    textHover: '#2031ae',
    soft: '#eceefc',
    fill: usualColor,
    fillHover: '#2031ae',
    onFill: '#ffffff',
  },
  dark: {
    text: '#aab4ff',
    textHover: '#c4cbff',
    soft: '#272a45',
    fill: '#aab4ff',
    fillHover: '#c4cbff',
    onFill: '#14162e',
  },
}

/** Where a picture is cut that is not cut in its middle (`PictureFocus`), in percent. */
export const cutShares = [0, 25, 75, 100]

const lightRules = `
  --paper: ${light.paper};
  --sheet: ${light.sheet};
  --ink: #1b1a17;
  --muted: #5d5a52;
  --line: #d9d6cd;
  --control: #8a867b;
  --refused: #b3261e;
  --welcome: #1a6b3c;
  --already: #8a5300;
  --shadow: 0 1px 2px rgb(27 26 23 / 0.06), 0 4px 16px rgb(27 26 23 / 0.06);`
const darkRules = `
  --paper: ${dark.paper};
  --sheet: ${dark.sheet};
  --ink: #f1f0ec;
  --muted: #b3b0a8;
  --line: #3a3a42;
  --control: #7f7d85;
  --refused: #ff9a91;
  --welcome: #86d9a5;
  --already: #f2c07a;
  --shadow: none;`

/** Where pages are dark, as a media query; null: nowhere. Paper is white: what is dark for everybody is so on screens. */
const darkOn: Readonly<Record<ColorScheme, string | null>> = {
  device: '(prefers-color-scheme: dark)',
  light: null,
  dark: 'screen',
}

/** Ink on paper, one accent, steps of 4 px, print. */
const rules = `
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-block: 16px; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: flex;
  flex-direction: column;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.5 var(--text);
  overflow-wrap: break-word;
}
img { display: block; max-width: 100%; height: auto; }
h1, h2, h3, h4 { margin: 0; line-height: 1.15; letter-spacing: var(--tight); font-weight: 700; text-wrap: balance; }
h1, h2, .card h4 { font-family: var(--headings); }
h1 { font-size: clamp(1.953rem, 1.4rem + 2.6vw, 3.052rem); letter-spacing: var(--tighter); }
@media (max-width: 15rem) { h1 { font-size: 1.563rem; } }
h2 { font-size: 1.563rem; }
h3 { font-size: 1.25rem; }
p, ul, ol, dl, dd, figure { margin: 0; }
ul, ol { padding: 0; list-style: none; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:hover { color: var(--accent-hover); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: 0.875em; }
pre {
  margin: 0;
  padding: 16px;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: 8px;
}

.unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 16px; top: 16px; padding: 8px 16px; background: var(--sheet); border-radius: 8px; z-index: 1; }
.wrap { width: 100%; max-width: 68rem; margin-inline: auto; padding-inline: 16px; }
/* Dark on amber, in light and dark: it is no colour of any organisation's page that matters. */
.marked { margin: 0; padding: 8px 16px; text-align: center; font-weight: 650; color: #1b1200; background: #f5b942; print-color-adjust: exact; }
.head { border-top: 4px solid var(--fill); border-bottom: 1px solid var(--line); background: var(--sheet); }
.marked span { display: inline-flex; flex-wrap: wrap; justify-content: center; gap: 0 16px; margin-inline-start: 12px; }
.marked a { display: inline-flex; align-items: center; min-height: 44px; color: inherit; }
.head:has(.marked) { border-top: 0; }
.head .wrap { display: flex; align-items: center; flex-wrap: wrap; gap: 8px 24px; min-height: 64px; padding-block: 8px; }
.brand { flex: 1 1 auto; width: min-content; max-width: 100%; display: flex; align-items: center; gap: 12px; min-width: 0; min-height: 44px; color: inherit; font-weight: 700; text-decoration: none; }
.brand:hover { color: inherit; text-decoration: underline; }
.brand img { max-height: 40px; max-width: 30vw; width: auto; border-radius: 4px; object-fit: contain; }
/* Beside two links no word of the name is broken: it takes no less than its longest, or a line of its own. */
@media (max-width: 30rem) {
  .head .wrap { column-gap: 12px; }
  .brand { gap: 8px; line-height: 1.25; }
  .brand img { max-width: 40px; }
}
.brand span { min-width: 0; }
.head nav { flex: none; display: flex; gap: 16px; }
.head nav a { display: inline-flex; align-items: center; min-height: 44px; color: var(--ink); }
main { flex: 1; display: flex; flex-direction: column; gap: 40px; padding-block: 32px 64px; }
main > * { min-width: 0; }
.embedded { min-height: 0; }
.embedded > main { padding-block: 16px; }
.embedded .panel { max-width: 34rem; }
.chips { display: flex; flex-wrap: wrap; gap: 8px; }
.chips a { display: inline-flex; align-items: center; min-height: 44px; padding-inline: 16px; border: 1px solid var(--line); border-radius: 22px; background: var(--sheet); color: inherit; text-decoration: none; overflow-wrap: anywhere; }
.chips [aria-current] { border-color: var(--accent); font-weight: 650; }
.foot { border-top: 1px solid var(--line); color: var(--muted); font-size: 0.875rem; }
.foot .wrap { display: flex; flex-wrap: wrap; align-items: center; gap: 0 24px; padding-block: 16px 24px; }
.foot :is(a, form, button, [aria-current]) { display: inline-flex; align-items: center; min-height: 44px; color: inherit; }
.foot form { flex-flow: row wrap; gap: 0 24px; width: 100%; }
@media (min-width: 56rem) { .foot form { width: auto; margin-inline-start: auto; } }
.foot button { padding: 0; border: 0; background: none; font: inherit; text-decoration: underline; text-underline-offset: 0.15em; cursor: pointer; }
.foot [aria-current] { font-weight: 650; }

.stack { display: flex; flex-direction: column; gap: 16px; }
.wide { gap: 40px; }
.wide > * { min-width: 0; }
.pager { display: flex; gap: 16px; }
.stack > :is(h2, section):not(:first-child) { margin-top: 24px; }
form > section:not(:first-child), fieldset.stack > section:not(:first-child) { margin-top: 0; }
.tight { display: flex; flex-direction: column; gap: 4px; }
.narrow { max-width: 32rem; }
.prose { max-width: 42rem; white-space: pre-line; }
.prose > * + *, .prose li > p + * { margin-top: 12px; }
.prose > :is(h2, h3, h4, h5, h6) + * { margin-top: 4px; }
.prose :is(h2, h3, h4, h5, h6) { margin-block: 20px 0; font: 650 1.125em/1.3 var(--text); letter-spacing: 0; }
.prose > :first-child { margin-top: 0; }
.prose .minor { font-size: 1em; }
.prose :is(ul, ol) { padding-inline-start: 24px; list-style: "– "; overflow-wrap: anywhere; }
.prose ol { list-style: decimal; }
.prose hr { border: 0; border-top: 1px solid var(--line); }
.lead { font-size: 1.25rem; line-height: 1.4; max-width: 42rem; }
/* A link that stands alone is as large as a thumb. */
.go { display: inline-flex; align-items: center; align-self: flex-start; min-height: 44px; max-width: 100%; }
.go > * { min-width: 0; }
.muted { color: var(--muted); }
.small { font-size: 0.875rem; }
.numbers { font-variant-numeric: tabular-nums; }
.countdown { font-size: 1.125rem; }
[data-over]:not(:has(h1)) { position: absolute; }
.countdown .numbers { font-weight: 650; }

.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 24px; }
.card {
  position: relative;
  display: flex;
  flex-direction: column;
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: 8px;
  overflow: hidden;
  box-shadow: var(--shadow);
}
.card > picture { display: contents; }
.card > picture > img { width: 100%; aspect-ratio: 16 / 10; object-fit: cover; }
/* What stays in sight of a picture that is cut. */
.card > picture > img, .cuts > img { object-position: var(--cut-x, 50%) var(--cut-y, 50%); }
${cutShares.map((x) => `.cut-x${x} { --cut-x: ${x}%; }`).join('\n')}
${cutShares.map((y) => `.cut-y${y} { --cut-y: ${y}%; }`).join('\n')}
.card > .blank { aspect-ratio: 16 / 10; background: var(--accent-soft); }
@media (max-width: 40rem) { .card > .blank { display: none; } }
.card .text { display: flex; flex-direction: column; gap: 4px; padding: 16px; min-width: 0; }
.card .text > .more { margin-top: 8px; }
/* Beside a heading of their own, or right below the page's. */
.card h2 { font-size: 1.25rem; }
.card :is(h2, h4) a { color: inherit; text-decoration: none; }
.card :is(h2, h4) a::after { content: ""; position: absolute; inset: 0; }
.card:hover :is(h2, h4) a { text-decoration: underline; }
.card:focus-within { outline: 3px solid var(--accent); outline-offset: 2px; }
.card:focus-within a:focus-visible { outline: none; }
/* Events of a day: a small picture, and beside it what it is, so that many fit on a phone. */
.events { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; }
.events > .card { flex-direction: row; }
.events > .card :is(picture > img, .blank) { flex: none; width: clamp(5.5rem, 18vw, 11rem); aspect-ratio: auto; }
/* As high as the text beside it, whatever the picture is. */
.events > .card > picture > img { height: auto; contain: size; object-fit: cover; }
.events .text { flex: 1; display: grid; grid-template-columns: auto minmax(0, 1fr); align-content: start; gap: 0 12px; padding: 12px 16px; }
.events .text > * { grid-column: 1 / -1; }
.events .text > .when { grid-area: 1 / 1; }
.events .text > .had { grid-area: 1 / 2; justify-content: flex-end; text-align: end; font-weight: 650; }
.events h4 { font-size: 1.125rem; overflow-wrap: anywhere; }
.events .text > .muted { font-size: 0.875rem; }
nav.chips + nav.chips { margin-top: 4px; padding-top: 12px; border-top: 1px solid var(--line); }
nav.chips a[aria-current] { color: var(--on-fill); background: var(--fill); border-color: var(--fill); }
.month { width: 100%; table-layout: fixed; border-collapse: collapse; }
.month caption { padding-bottom: 8px; text-align: start; font-size: 1.25rem; font-weight: 650; }
.month th { padding: 4px 8px; text-align: start; color: var(--muted); font-size: 0.875rem; font-weight: 650; }
.month td { height: 6rem; padding: 8px; vertical-align: top; border: 1px solid var(--line); background: var(--sheet); overflow-wrap: anywhere; }
.month td.free { background: none; color: var(--muted); }
.month .whole { display: none; }
.month a { display: block; padding-block: 4px; font-size: 0.875rem; line-height: 1.35; }
.month li time { font-variant-numeric: tabular-nums; }
@media (max-width: 48rem) {
  .month, .month caption, .month tbody, .month tr, .month td { display: block; }
  .month thead, .month td.free, .month .number { display: none; }
  .month td { height: auto; margin-bottom: 12px; border-radius: 8px; }
  .month .whole { display: inline; font-weight: 650; }
  .month a { padding-block: 12px; font-size: 1rem; }
}
/* As wide as there is room, and never smaller: a phone shows the middle of it. */
.map svg { display: block; width: 100%; height: 420px; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
.map a :is(circle, rect) { fill: var(--fill); stroke: var(--paper); stroke-width: 2; }
.map text { fill: var(--on-fill); font-size: 14px; font-weight: 650; text-anchor: middle; dominant-baseline: central; font-variant-numeric: tabular-nums; }
.map :is(text.name, text.scale) { fill: var(--ink); font-size: 13px; font-weight: 400; paint-order: stroke; stroke: var(--sheet); stroke-width: 4px; }
.map text.scale { text-anchor: start; dominant-baseline: auto; fill: var(--muted); }
.map path.ground { fill: none; stroke: var(--line); stroke-width: 1; }
.map path.scale { fill: none; stroke: var(--muted); stroke-width: 1.5; }
.map a:is(:hover, :focus-visible) :is(circle, rect) { stroke: var(--ink); }
.places { display: grid; gap: 24px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); }
.places .number { display: inline-block; min-width: 1.5rem; padding-inline: 4px; border-radius: 1rem; text-align: center; color: var(--on-fill); background: var(--fill); font-variant-numeric: tabular-nums; }
.places h3 { font-size: 1rem; letter-spacing: 0; line-height: 1.5; }
.places ul { display: grid; gap: 8px; }
.places li time { display: block; color: var(--muted); font-size: 0.875rem; }
.places > li:target h3 { color: var(--accent); }
/* What is to be had: sentences of a word or two, which keep together. */
.had { display: flex; flex-wrap: wrap; gap: 0 12px; font-variant-numeric: tabular-nums; }
.had strong { color: var(--already); }
.when { font-weight: 650; color: var(--accent); font-variant-numeric: tabular-nums; }

.day { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; }
.stack > .day:not(:first-child) { margin-top: 0; }
.day > h3 { font-size: 1rem; letter-spacing: 0; line-height: 1.5; }
@media (min-width: 56rem) {
  .day:has(> .events) { grid-template-columns: 12rem minmax(0, 1fr); gap: 24px; }
  .day:has(> .events) > h3 { padding-top: 12px; border-top: 1px solid var(--line); }
  .day:has(> .events) > h3 .small { display: block; }
}
.stages { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); gap: 16px; align-items: start; }
.stage { min-width: 0; padding: 16px; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
.stage h4 { padding-bottom: 8px; border-bottom: 1px solid var(--line); }
.stage li { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); align-items: baseline; padding-block: 4px; }
.stage li + li { border-top: 1px solid var(--line); }
.stage time { color: var(--accent); font-weight: 650; font-variant-numeric: tabular-nums; padding-block: 2px; }
.stage a, .dates .name { display: inline-flex; align-items: center; min-height: 44px; color: inherit; font-weight: 650; }
.rows.dates { max-width: none; }
.dates .when { flex: 0 0 16rem; max-width: 100%; }
.dates .muted { flex: 1 1 16rem; }
.dates .had { flex: 0 1 auto; margin-inline-start: auto; justify-content: flex-end; }

.empty { padding: 24px; border: 1px dashed var(--control); border-radius: 8px; color: var(--muted); max-width: 42rem; }
.notice { padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); max-width: 42rem; overflow-wrap: anywhere; }
.notice.refused { border-color: var(--refused); border-inline-start-width: 4px; }
.notice.refused strong, .notice.refused li a { color: var(--refused); }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
legend { max-width: 100%; padding: 0; margin-bottom: 8px; font-weight: 650; overflow-wrap: anywhere; }
.poster { display: grid; grid-template-columns: minmax(0, 1fr); gap: 24px 40px; }
.poster > picture > img { width: 100%; max-height: 70vh; object-fit: contain; object-position: left top; border-radius: 8px; }
.poster.bannered > picture > img { max-height: 55vh; aspect-ratio: 21 / 9; object-fit: cover; object-position: var(--cut-x, 50%) var(--cut-y, 50%); }
.event { display: grid; grid-template-columns: minmax(0, 1fr); gap: 32px 48px; max-width: 42rem; }
.event > picture > img { width: 100%; max-height: 70vh; object-fit: contain; object-position: center top; border-radius: 8px; }
.event.pictured { max-width: none; }
.open-picture { display: block; width: 100%; max-width: 32rem; }
.open-picture img { width: 100%; aspect-ratio: auto 4 / 3; border-radius: 8px; }
.open-picture span { display: flex; align-items: center; min-height: 44px; }
.contact { display: grid; grid-template-columns: minmax(0, 1fr); gap: 24px 40px; }
.panel { padding: 24px 16px; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; box-shadow: var(--shadow); }
.from { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; font-size: 1.25rem; }
.from .button { flex: none; padding-inline: 16px; font-size: 1rem; align-self: center; }
@media (max-width: 40rem) {
  .event > picture, .poster > picture { margin: -32px -16px 0; }
  .event > picture > img, .poster > picture > img { border-radius: 0; object-position: center top; }
}
@media (max-width: 55.99rem) and (min-height: 30rem) {
  /* It rests above the form once that is reached; until then it is at hand, and hides nothing that has the focus. */
  html { scroll-padding-bottom: 96px; }
  .from { position: sticky; bottom: 0; z-index: 1; margin-inline: -16px; padding: 12px 16px; padding-bottom: max(12px, env(safe-area-inset-bottom)); background: var(--paper); border-block: 1px solid var(--line); }
}
@media (min-width: 56rem) {
  .poster.pictured { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); align-items: start; }
  .event.pictured { grid-template-columns: minmax(0, 6fr) minmax(0, 5fr); align-items: start; }
  /* It stays in sight beside the form. */
  .event.pictured > picture { position: sticky; top: 24px; }
  .event.pictured > picture > img { max-height: calc(100vh - 48px); }
  .panel { padding: 24px; }
  .joining { display: grid; grid-template-columns: minmax(0, 6fr) minmax(0, 5fr); gap: 32px 48px; align-items: start; }
  .joining > .notice { grid-column: 1 / -1; }
  .from { display: none; }
  .contact { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
/* What was booked, and beside it what it cost. */
.booked { display: grid; grid-template-columns: minmax(0, 1fr); gap: 40px 48px; align-items: start; }
.booked .tickets { grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }
.booked .facts dd { font-size: 1rem; }
.about { display: flex; flex-direction: column; gap: 4px; }
.about strong { font-size: 1.25rem; line-height: 1.25; }
.sum { font-size: 1.25rem; font-weight: 650; }
.sum code { white-space: nowrap; }
@media (min-width: 56rem) { .booked { grid-template-columns: minmax(0, 1fr) 22rem; } }
.facts { display: grid; gap: 12px; }
.facts > div { min-width: 0; }
.facts dt { color: var(--muted); font-size: 0.875rem; }
.facts dd { font-size: 1.125rem; overflow-wrap: anywhere; }
.facts .when { font-size: 1.25rem; }

.rows { border-top: 1px solid var(--line); max-width: 42rem; }
.rows > li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 16px; padding-block: 12px; border-bottom: 1px solid var(--line); }
.rows > li > :is(form, details) { min-width: 0; max-width: 100%; overflow-wrap: anywhere; }
.rows .name { flex: 1 1 10rem; min-width: 0; }
.rows .figure { margin-left: auto; text-align: right; font-weight: 650; font-variant-numeric: tabular-nums; }
.rows input { flex: none; width: 5rem; text-align: right; font-variant-numeric: tabular-nums; }
.rows .state { flex-basis: 100%; min-width: 0; font-size: 0.875rem; color: var(--muted); }
.rows .problem { min-width: 0; }
.in-short { flex-basis: 100%; min-width: 0; display: flex; align-items: center; gap: 12px; }
.in-short > img { flex: none; width: 80px; height: 60px; object-fit: contain; border-radius: 4px; }
.in-short > p { min-width: 0; }
.at-length { flex-basis: 100%; min-width: 0; }
.at-length > summary { line-height: 28px; }
.at-length[open] { padding-bottom: 8px; }
.rows .wallets { flex-basis: 100%; padding-top: 4px; }
.rows .own-amount { flex-basis: 100%; display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; }
.rows .own-amount label { flex: 1 1 10rem; min-width: 0; font-size: 0.875rem; color: var(--muted); }
.rows .own-amount input { width: 7rem; }
form > .tight > h3 { margin-block: 16px 4px; }
.tight + .tight > .prices:first-child { border-top: 0; }
.prices > li { gap: 4px 12px; align-items: center; padding-block: 16px; }
.prices .what { flex: 1 1 6rem; min-width: 0; display: flex; flex-direction: column; }
.prices .name { flex: none; font-weight: 650; }
.prices .figure { margin: 0; text-align: start; font-size: 1.125rem; font-weight: 400; }
.prices .away .figure { color: var(--muted); }
.prices .tag { max-width: 9rem; text-align: right; line-height: 1.25; color: var(--already); }
.stepper { flex: none; display: inline-flex; align-items: center; }
.stepper button {
  width: 44px;
  height: 44px;
  padding: 0;
  font: inherit;
  font-size: 1.25rem;
  line-height: 1;
  color: var(--accent);
  background: none;
  border: 1px solid var(--control);
  border-radius: 50%;
  cursor: pointer;
}
.stepper input:focus-visible { outline-offset: -3px; }
.stepper button:hover { background: var(--accent-soft); }
.stepper button[aria-disabled="true"] { color: var(--muted); border-color: var(--line); background: none; cursor: default; }
.stepper button:not([hidden]) ~ input { width: 3rem; min-height: 44px; padding-inline: 0; text-align: center; font-weight: 650; background: none; border-color: transparent; appearance: textfield; }
.stepper button:not([hidden]) ~ input[aria-invalid] { border-color: var(--refused); }
.stepper button:not([hidden]) ~ input:is(:hover, :focus) { border-color: var(--control); }
.stepper button:not([hidden]) ~ input::-webkit-inner-spin-button { appearance: none; margin: 0; }
.checkout { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; }
.total { flex: 1 1 6rem; display: flex; flex-direction: column; line-height: 1.25; }
.total strong { font-size: 1.563rem; }
.total strong:empty { display: none; }
.checkout > .button { flex: none; }
/* Once something is chosen, what it comes to stays in sight with the button, and hides nothing that has the focus. */
@media (min-height: 30rem) {
  html:has(.checkout) { scroll-padding-bottom: 112px; }
  .checkout:has(.total strong:not(:empty)) { position: sticky; bottom: 0; z-index: 1; margin-inline: -16px; padding: 12px 16px; padding-bottom: max(12px, env(safe-area-inset-bottom)); background: var(--sheet); border-top: 1px solid var(--line); }
}
@media (min-width: 56rem) { .panel .checkout:has(.total strong:not(:empty)) { margin-inline: -24px; padding-inline: 24px; } }
@media (max-width: 40rem) { .total[hidden] + .button { flex: 1; } }
.rows .state strong { color: var(--already); font-weight: 650; }

.tickets { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 24px; }
.ticket { display: flex; flex-direction: column; gap: 16px; padding: 16px; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; break-inside: avoid; }
.ticket > .tight:has(+ .shown) { flex: 1; }
.ticket h2 { font-family: var(--text); font-size: 1.25rem; }
.ticket > .shown { text-align: center; }
.ticket code { white-space: nowrap; }
.qr { width: 100%; max-width: 22rem; margin-inline: auto; border-radius: 4px; }
details > .button { margin-top: 12px; }
summary { min-height: 44px; padding-block: 8px; font-weight: 650; cursor: pointer; }

.bullets { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; padding-inline-start: 20px; list-style: disc; max-width: 42rem; overflow-wrap: anywhere; }
ol.bullets { list-style: decimal; }


.rows > :target { scroll-margin-top: 16px; background: var(--accent-soft); }

.search { flex-flow: row wrap; align-items: end; gap: 8px; max-width: 48rem; }
.search .field { flex: 1 1 8rem; min-width: 0; }
.search > .button { align-self: end; padding-inline: 16px; }
.search > .more { flex-basis: 100%; }
.filters { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 9.5rem), 1fr)); gap: 16px; padding-block: 8px; }
form { display: flex; flex-direction: column; gap: 16px; }
.field { display: flex; flex-direction: column; gap: 4px; }
label { font-weight: 650; }
input, select, textarea {
  width: 100%;
  min-height: 48px;
  padding: 8px 12px;
  font: inherit;
  color: inherit;
  background: var(--sheet);
  border: 1px solid var(--control);
  border-radius: 8px;
}
textarea { resize: vertical; }
::placeholder { color: var(--muted); opacity: 1; }
.problem { flex-basis: 100%; color: var(--refused); font-weight: 650; }
.field > .problem { flex: none; }
.valid { color: var(--welcome); font-weight: 650; }
[aria-invalid] { border-color: var(--refused); border-width: 2px; }
fieldset .field label { font-weight: 400; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); gap: 16px; }
.pair > .field > :is(input, select) { margin-block-start: auto; }
.joining { gap: 24px; }
.joining > section, .offer { min-width: 0; }
.offer h2 { font-size: 1.25rem; }
.offer { padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); }
.offer > img { width: 100%; height: 12rem; object-fit: scale-down; object-position: left; border-radius: 4px; }
.actions a[aria-current] { font-weight: 650; color: var(--ink); text-decoration: none; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; }
.code { max-width: 14rem; font-size: 1.563rem; letter-spacing: 0.1em; font-variant-numeric: tabular-nums; }
input[type="checkbox"], input[type="radio"] { flex: none; width: 24px; min-height: 24px; margin: 0; accent-color: var(--accent); }
.choice { flex: 1 1 100%; display: grid; grid-template-columns: auto minmax(0, 1fr) auto; align-items: center; gap: 0 12px; min-height: 44px; font-weight: 400; cursor: pointer; }
.choice .state { grid-column: 2 / -1; }
@media (max-width: 15rem) {
  .choice { grid-template-columns: auto minmax(0, 1fr); padding-block: 8px; }
  .choice > .figure { grid-column: 2; margin: 0; text-align: start; }
}
.offer .rows :is(.own-amount, .in-short, .at-length) { padding-inline-start: 36px; }
.trap { display: none; }
.kinds { display: grid; gap: 12px; padding: 0; margin: 0; border: 0; }
.kinds legend { padding: 0 0 8px; font-weight: 650; }
.kinds .choice { padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); }
.kinds .choice:has(:checked) { border-color: var(--accent); background: var(--accent-soft); }
.kinds .choice > span { grid-column: 2 / -1; }
.kinds ~ h2 { margin-top: 16px; }
.kinds legend:has(+ .muted) { margin: 0; padding: 0; }
/* Beside the name on a phone, beside all of it where there is room. */
.kinds .picture { grid-column: 3; grid-row: 1; width: 96px; height: auto; margin-block-end: 4px; }
@media (min-width: 30rem) {
  .kinds .choice:has(.picture) > span { grid-column: 2; }
  .kinds .choice > .picture { grid-row: 1 / span 3; width: 144px; margin: 0; }
}
.picture { color: var(--ink); stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; fill: var(--sheet); }
.picture .ground { stroke: none; fill: var(--accent-soft); }
.picture .solid { fill: var(--fill); }
.picture .light { stroke: none; fill: var(--accent-soft); }
.picture .open { fill: none; }
.picture .way { stroke-dasharray: 1 5; }
@media (forced-colors: active) { .picture, .picture .solid { fill: Canvas; } .picture .solid { fill: CanvasText; } .picture .ground, .picture .light { fill: none; } }
.check { display: flex; align-items: center; gap: 12px; min-height: 44px; font-weight: 400; }
.check > span { min-width: 0; }
.check > span > .muted.small { display: block; }
.check { overflow-wrap: anywhere; }
/* Its longest word is the least it takes, as long as that fits on a line. */
.button {
  max-width: 100%;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  align-self: flex-start;
  min-height: 48px;
  padding: 8px 24px;
  font: inherit;
  font-weight: 650;
  color: var(--on-fill);
  background: var(--fill);
  border: 1px solid var(--accent);
  border-radius: 8px;
  text-decoration: none;
  cursor: pointer;
}
/* Alone on its line: a name that is longer than that is broken. */
.stack > form:is(:not([class]), .narrow) > .button { overflow-wrap: anywhere; }
.button:hover { color: var(--on-fill); background: var(--fill-hover); border-color: var(--accent-hover); }
.button.quiet { color: var(--ink); background: transparent; border-color: var(--control); }
.button.quiet:hover { border-color: var(--ink); }
.button.danger { color: var(--sheet); background: var(--refused); border-color: var(--refused); }
.button.danger:hover { text-decoration: underline; }

@media (max-width: 40rem) {
  form:not(.search) > .button, .actions > .button, .actions > form { width: 100%; }
  .search > .field:has(select):first-child { flex-basis: 100%; }
  .go { overflow-wrap: anywhere; }
}

@media (prefers-reduced-motion: no-preference) {
  .button { transition: background-color 120ms; }
}
@media print {
  .head nav, .foot, .button, .skip { display: none; }
  body { background: none; color: #000; }
  .card, .panel { box-shadow: none; break-inside: avoid; }
  main { padding-block: 16px 0; gap: 24px; }
  .booked { display: block; }
  .booked .panel { margin-top: 24px; }
  .booked .tickets { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .ticket a, .booked .go, .member .go, .countdown { display: none; }
  .qr { max-width: 8cm; }
}
`

function tokens({ text, textHover, soft, fill, fillHover, onFill }: Accent): string {
  return `  --accent: ${text}; --accent-hover: ${textHover}; --accent-soft: ${soft}; --fill: ${fill}; --fill-hover: ${fillHover}; --on-fill: ${onFill};`
}

/** How the pages use that colour by day and by night, with the background. */
export function accentsOf(color: string): readonly [day: Accent & Grounds, night: Accent & Grounds] {
  const { light: usualByDay, dark: usualByNight } = usualAccent
  return color === usualColor
    ? [
        { ...usualByDay, ...light },
        { ...usualByNight, ...dark },
      ]
    : [
        { ...accentOn(color, light), ...light },
        { ...accentOn(color, dark), ...dark },
      ]
}

/** The colours of a scheme; form fields and scroll bars follow it, too. */
function colorRules(color: string, scheme: ColorScheme): string {
  const [day, night] = accentsOf(color)
  const media = darkOn[scheme]
  const follows = scheme === 'device' ? 'light dark' : 'light'
  const byDay = `:root { color-scheme: ${follows};${lightRules}\n${tokens(day)}\n}`
  const forced = scheme === 'dark' ? ' color-scheme: dark;' : ''
  return media === null ? byDay : `${byDay}\n@media ${media} {\n:root {${forced}${darkRules}\n${tokens(night)}\n}\n}`
}

/** What of a theme is in the stylesheet; where the picture stands is not. */
export type Styled = Pick<Theme, 'accentColor' | 'typePair' | 'colorScheme'>

/** How pages look where no organisation says how. */
export const usualStyle: Styled = { accentColor: usualColor, typePair: 'grotesque', colorScheme: 'device' }

/** The one stylesheet of every page of a theme: one file, so that a first visit waits for no second. */
export function stylesheetOf({ accentColor, typePair, colorScheme }: Styled): string {
  return [fontRules(typePair), colorRules(accentColor, colorScheme), rules].join('\n')
}

/** A hash that changes with the rules and with the colours made from the organisation's; black stands for all colours. */
const version = createHash('sha256')
  .update(
    [
      ...typePairs.map(fontRules),
      ...colorSchemes.flatMap((scheme) => [usualColor, '#000000'].map((color) => colorRules(color, scheme))),
      rules,
    ].join('\n'),
  )
  .digest('hex')
  .slice(0, 12)

/** The path of a stylesheet, named by its content so that it may be kept for ever. */
export function stylesheetPath({ accentColor, typePair, colorScheme }: Styled): string {
  return `/assets/${version}-${accentColor.slice(1)}-${typePair}-${colorScheme}.css`
}

/** Reads the name of a stylesheet; null: it is not one of this version. */
export function styleNamed(name: string): Styled | null {
  const [, named, color, pair, scheme] = /^([0-9a-f]{12})-([0-9a-f]{6})-([a-z]+)-([a-z]+)\.css$/.exec(name) ?? []
  const typePair = typePairs.find((one) => one === pair)
  const colorScheme = colorSchemes.find((one) => one === scheme)
  if (named !== version || typePair === undefined || colorScheme === undefined) return null
  return { accentColor: `#${color}`, typePair, colorScheme }
}
