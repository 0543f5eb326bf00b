/** The style of all pages. It is inlined unchanged, because the policy contains its hash. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --sheet: #f6f7f9; --edge: #dfe3e8; --grid: #e9ecf0;
  --ink: #17202a; --soft: #5b6672; --link: #0b5cad;
  --good: #16794c; --bad: #b42318; --open: #8a5a00; --odd: #7a3e9d; --calm: #0b6f8f;
  --first: #0b6bb3; --second: #12876a; --third: #c2700a; --alarm: #c8321f;
  --low: #6f9fd0; --middle: #2f6fb5; --high: #12365f;
  --deliveredOnce: #3f87c4; --duplicated: #e39a1d; --pending: #9aa5b1; --retriesExhausted: #c583ab; --abandoned: #8f4f9f; --lost: #c8321f; --orderMissing: #5d1a12;
  --band: rgb(23 32 42 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12161b; --sheet: #1a2027; --edge: #313a44; --grid: #262e37;
    --ink: #e7ebef; --soft: #9ba7b4; --link: #7db8f2;
    --good: #55c793; --bad: #ff8a7a; --open: #e8b04a; --odd: #cf9bee; --calm: #62c3e2;
    --first: #5aaef0; --second: #45c49f; --third: #eda044; --alarm: #ff7b68;
    --low: #4f7fb3; --middle: #6fb0f0; --high: #cfe4fb;
    --deliveredOnce: #4a93d1; --duplicated: #e8ab3f; --pending: #77828e; --retriesExhausted: #d79abf; --abandoned: #b377c2; --lost: #f0614c; --orderMissing: #b98078;
    --band: rgb(231 235 239 / 10%);
  }
}
@media print {
  :root {
    color-scheme: light;
    --paper: #ffffff; --sheet: #ffffff; --edge: #c9ced4; --grid: #e9ecf0; --ink: #000000; --soft: #444c55; --link: #000000;
    --good: #16794c; --bad: #b42318; --open: #8a5a00; --odd: #7a3e9d; --calm: #0b6f8f;
    --first: #0b6bb3; --second: #12876a; --third: #c2700a; --alarm: #c8321f; --low: #6f9fd0; --middle: #2f6fb5; --high: #12365f;
    --deliveredOnce: #3f87c4; --duplicated: #e39a1d; --pending: #9aa5b1; --retriesExhausted: #c583ab; --abandoned: #8f4f9f; --lost: #c8321f; --orderMissing: #5d1a12;
    --band: rgb(23 32 42 / 8%);
  }
  nav, .skip, .chart details { display: none; }
  figure, .tile, .card, tr, .gate li { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .scroll { overflow: visible !important; max-height: none !important; }
  * { print-color-adjust: exact; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0 auto; padding: 0 clamp(14px, 3vw, 32px) 48px; max-width: 1200px;
  background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 12px; top: 12px; padding: 6px 12px; background: var(--paper); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
code { font: 0.9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
small { color: var(--soft); font-size: 13px; font-weight: 400; }
h1 { margin: 0 0 4px; font-size: 26px; line-height: 1.2; }
h2 { margin: 0 0 12px; font-size: 19px; line-height: 1.3; }
h3 { margin: 20px 0 8px; font-size: 15px; }
p { margin: 0 0 10px; max-width: 80ch; text-wrap: pretty; }
header { padding: 28px 0 18px; }
.product { margin: 0 0 2px; color: var(--soft); font-size: 13px; }
.about { margin: 0; color: var(--soft); }
.alarm, .advice { color: var(--bad); }
.alarm { margin-top: 10px; font-weight: 600; }
main > section { margin-top: 40px; }
footer { margin-top: 48px; padding-top: 12px; border-top: 1px solid var(--edge); color: var(--soft); font-size: 13px; }

.gate { margin-top: 0; padding: 20px clamp(14px, 2.4vw, 24px) 8px; border: 1px solid var(--edge); border-left: 6px solid var(--tone); border-radius: 8px; background: var(--sheet); }
.gate.pass { --tone: var(--good); } .gate.fail { --tone: var(--bad); } .gate.inconclusive { --tone: var(--open); } .gate.invalid { --tone: var(--odd); }
.gate h2 { margin: 0 0 8px; }
.badge { display: inline-block; padding: 2px 14px; border-radius: 99px; background: var(--tone); color: var(--paper); font-size: 17px; text-transform: uppercase; letter-spacing: 0.04em; }
.gate .why { font-size: 17px; font-weight: 600; }
.reasons { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 430px), 1fr)); gap: 0 32px; margin-top: 16px; border-top: 1px solid var(--edge); }
.reasons h3 { margin: 14px 0 6px; text-transform: capitalize; }
.reasons h3 small { display: inline-block; margin-left: 4px; text-transform: none; }
.reasons ul { margin: 0 0 12px; padding: 0; list-style: none; }
.reasons li { display: flex; gap: 9px; margin-bottom: 6px; }
.sign { flex: none; width: 1em; font-weight: 700; text-align: center; }
.held .sign, .reasons .pass .sign { color: var(--good); } .broken .sign, .reasons .fail .sign { color: var(--bad); } .reasons .unverified .sign { color: var(--calm); }
.advice { margin: 1px 0 2px; color: var(--soft); font-size: 14px; }
.advice::before { content: "→ "; }

.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 205px), 1fr)); gap: 12px; margin: 20px 0 0; }
.tile { padding: 12px 14px; border: 1px solid var(--edge); border-radius: 8px; }
.tile dt { color: var(--soft); font-size: 13px; }
.tile dd { margin: 0; }
.tile b { display: block; font-size: 24px; line-height: 1.3; font-weight: 600; font-variant-numeric: tabular-nums; }
.tile.bad b { color: var(--bad); }
.tile span { color: var(--soft); font-size: 13px; line-height: 1.35; display: block; }

nav ul { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 22px 0 0; padding: 10px 0; border-block: 1px solid var(--edge); list-style: none; }
nav a { text-decoration: none; font-size: 14px; } nav a:hover { text-decoration: underline; }

.scroll { overflow-x: auto; max-width: 100%; }
.scroll.tall { max-height: 320px; overflow-y: auto; }
.scroll.tall thead th { position: sticky; top: 0; background: var(--paper); }
table { width: 100%; border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
th, td { padding: 6px 18px 6px 0; border-bottom: 1px solid var(--grid); text-align: left; vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--soft); font-size: 13px; font-weight: 500; border-bottom-color: var(--edge); vertical-align: bottom; }
tbody th { font-weight: 500; }
td.text, th.text { min-width: 7ch; max-width: 60ch; overflow-wrap: break-word; }
td.number, th.number { text-align: right; white-space: nowrap; }
td code { white-space: nowrap; }
.count.zero { color: var(--soft); } .count.broken { color: var(--bad); font-weight: 700; } .count.open { color: var(--open); font-weight: 700; }
.outcome { white-space: nowrap; font-weight: 600; }
.outcome.pass { color: var(--good); } .outcome.fail { color: var(--bad); } .outcome.unverified { color: var(--calm); }
.note, .empty, .example, figcaption { color: var(--soft); font-size: 13px; }
.note { margin-top: 8px; } .example { margin: 2px 0 0; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 250px), 1fr)); gap: 10px 24px; margin: 0; }
.facts dt { color: var(--soft); font-size: 13px; } .facts dd { margin: 0; font-variant-numeric: tabular-nums; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 430px), 1fr)); gap: 16px; }
.card { padding: 14px 16px 16px; border: 1px solid var(--edge); border-radius: 8px; }
.card h3 { margin: 0 0 10px; }
.card .facts { grid-template-columns: repeat(auto-fill, minmax(min(100%, 170px), 1fr)); }
.letter { display: inline-block; min-width: 22px; padding: 0 5px; border-radius: 4px; background: var(--band); text-align: center; }
details summary { cursor: pointer; color: var(--link); font-size: 13px; padding: 4px 0; width: fit-content; }
.examples summary { font-size: 14px; } .examples { margin-bottom: 4px; }
.log { padding-left: 18px; margin: 0; }

figure { margin: 0; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 28px 32px; }
.chart { min-width: 0; } .chart:last-child:nth-child(odd) { grid-column: 1 / -1; } .chart h3, .intervals h3 { margin: 0 0 2px; } .chart h3 small { margin-left: 4px; }
.chart figcaption { margin-top: 4px; }
.plot { padding: 22px 76px 26px 58px; }
.plot > svg { display: block; width: 100%; overflow: visible; }
svg text { font-size: 12px; fill: var(--soft); }
text.y { text-anchor: end; dominant-baseline: central; } text.x { text-anchor: middle; }
text.x.before { text-anchor: end; } text.x.after { text-anchor: start; }
text.band-label { text-anchor: middle; font-weight: 600; }
text.direct { dominant-baseline: central; font-weight: 600; }
.grid { stroke: var(--grid); } .base { stroke: var(--soft); stroke-opacity: 0.55; } .mark { stroke: var(--soft); stroke-dasharray: 3 3; }
.band { fill: var(--band); stroke: var(--band); }
.line { fill: none; stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round; vector-effect: non-scaling-stroke; }
.heat { fill: var(--first); } ${Array.from({ length: 8 }, (_, index) => `.h${index + 1} { fill-opacity: ${(index + 1) / 8}; }`).join(' ')}
.area { stroke: none; fill-opacity: 0.14; }
.line.first { stroke: var(--first); } .line.second { stroke: var(--second); } .line.third { stroke: var(--third); } .line.alarm { stroke: var(--alarm); }
.line.low { stroke: var(--low); } .line.middle { stroke: var(--middle); } .line.high { stroke: var(--high); }
.area.first, rect.first { fill: var(--first); }
.direct.first { fill: var(--first); } .direct.second { fill: var(--second); } .direct.third { fill: var(--third); } .direct.alarm { fill: var(--alarm); }
.direct.low { fill: var(--low); } .direct.middle { fill: var(--middle); } .direct.high { fill: var(--high); }
.hits rect { y: 0; height: 100%; fill: transparent; } .hits rect:hover { fill: var(--band); stroke: var(--soft); stroke-width: 1; vector-effect: non-scaling-stroke; }
.legend { display: none; flex-wrap: wrap; gap: 0 16px; margin: 4px 0 0; padding: 0; list-style: none; font-size: 13px; }
.legend svg { margin-right: 6px; }

.bar { display: block; width: 100%; min-width: 140px; margin-top: 5px; }
.stacked { margin: 0 0 14px; } .stacked svg { display: block; width: 100%; border-radius: 4px; } .part { stroke: var(--paper); stroke-width: 1; }
.swatch { margin-right: 4px; } .swatch .part { stroke: none; }
.part.deliveredOnce { fill: var(--deliveredOnce); } .part.duplicated { fill: var(--duplicated); } .part.pending { fill: var(--pending); } .part.retriesExhausted { fill: var(--retriesExhausted); }
.part.abandoned { fill: var(--abandoned); } .part.lost { fill: var(--lost); } .part.orderMissing { fill: var(--orderMissing); }

.intervals { margin: 16px 0 6px; }
.interval { display: grid; grid-template-columns: minmax(0, 24%) 1fr minmax(0, 30%); gap: 0 16px; align-items: center; font-size: 14px; }
.interval > svg { display: block; width: 100%; overflow: visible; }
.interval .description { font-variant-numeric: tabular-nums; }
.whisker { stroke-width: 2.5; stroke-linecap: round; } .dot { stroke: var(--paper); stroke-width: 1.5; }
.whisker.good { stroke: var(--good); } .whisker.bad { stroke: var(--bad); } .whisker.open { stroke: var(--open); } .whisker.neutral { stroke: var(--first); }
.dot.good { fill: var(--good); } .dot.bad { fill: var(--bad); } .dot.open { fill: var(--open); } .dot.neutral { fill: var(--first); }
@media (max-width: 640px) {
  h1 { font-size: 22px; }
  .tiles { grid-template-columns: 1fr 1fr; gap: 8px; } .tile { padding: 10px 11px; } .tile b { font-size: 20px; }
  .plot { padding-right: 14px; padding-left: 52px; } .direct { display: none; } .legend { display: flex; }
  .stacking, .stacking tbody, .stacking tr, .stacking th { display: block; }
  .stacking thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacking tr { padding: 8px 0; border-bottom: 1px solid var(--grid); }
  .stacking tbody th, .stacking td { padding: 1px 0; border: 0; max-width: none; text-align: left; }
  .stacking tbody th { font-weight: 600; white-space: normal; }
  .stacking td { display: grid; grid-template-columns: minmax(0, 9em) 1fr; gap: 12px; white-space: normal; overflow-wrap: anywhere; }
  .stacking td::before { content: attr(data-name); color: var(--soft); }
  .stacking td code { white-space: normal; }
  .bar { min-width: 0; }
  .facts, .card .facts { display: block; } .facts div { display: grid; grid-template-columns: minmax(0, 9em) 1fr; gap: 12px; padding: 2px 0; align-items: baseline; }
  .gate h3 small { display: block; margin: 0; }
  .interval { grid-template-columns: 1fr auto; } .interval > svg { grid-row: 2; grid-column: 1 / -1; } .interval .description { text-align: right; }
}
`;
