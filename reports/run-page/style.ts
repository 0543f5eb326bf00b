/** The style of a run's page, in addition to that of all pages. It is inlined unchanged. */
export const runPageStyle = `
:root { --mark: #fde2df; --mark-good: #d8f0e3; --chip: #eceff3; --square-ink: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --mark: #55241f; --mark-good: #17402d; --chip: #27303a; --square-ink: #12161b; } }
@media print { :root { --mark: #fde2df; --mark-good: #d8f0e3; --chip: #eceff3; --square-ink: #ffffff; } }
[hidden] { display: none !important; }
header { padding-bottom: 16px; }
.about-rule h3 { margin: 20px 0 8px; font-size: 14px; } .about-rule h4 { margin: 0 0 4px; font-size: 13px; font-weight: 500; color: var(--soft); }
h2 small, h3 small, h4 small { margin-left: 4px; }
mark { background: var(--mark); color: inherit; border-radius: 3px; padding: 0 2px; font-weight: 600; }

.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 16px 40px; margin: 16px 0 14px; }
.figure dt { color: var(--soft); font-size: 13px; } .figure dd { margin: 0; }
.figure b { display: block; font-size: 34px; line-height: 1.2; font-weight: 600; font-variant-numeric: tabular-nums; }
.figure span { display: block; color: var(--soft); font-size: 13px; }
.share { display: block; margin: 6px 0; } .share .whole { fill: var(--edge); } .share.conformance .whole { fill: var(--bad); } .share.conformance .held { fill: var(--good); } .share.coverage .held { fill: var(--calm); }
.proof { margin: 0 0 12px; padding-top: 12px; border-top: 1px solid var(--edge); color: var(--soft); font-size: 13px; max-width: none; }

.filters { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; margin: 22px 0 -16px; padding: 10px 0; background: var(--paper); border-bottom: 1px solid var(--edge); }
.filters fieldset { display: flex; flex-wrap: wrap; gap: 6px; margin: 0; padding: 0; border: 0; }
.filters p { margin: 0 0 0 auto; color: var(--soft); font-size: 13px; font-variant-numeric: tabular-nums; }
.toggle { position: relative; display: inline-flex; } .toggle input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.toggle > span { padding: 3px 10px; border: 1px solid var(--edge); border-radius: 99px; font-size: 13px; line-height: 20px; }
.toggle b { margin-left: 2px; font-weight: 600; font-variant-numeric: tabular-nums; }
.toggle:hover > span { background: var(--sheet); }
.toggle input:checked + span { background: var(--ink); border-color: var(--ink); color: var(--paper); }
.toggle input:focus-visible + span { outline: 2px solid var(--link); outline-offset: 2px; }
.filters select, .filters input[type=search], .filters button, .copy { height: 28px; padding: 0 9px; border: 1px solid var(--edge); border-radius: 6px; background: var(--paper); color: inherit; font: inherit; font-size: 13px; }
.filters select { max-width: 180px; } .filters input[type=search] { width: 170px; }
.filters ::placeholder { color: var(--soft); opacity: 1; }
.filters button, .copy { cursor: pointer; } .filters button:hover, .copy:hover { background: var(--sheet); }

.key { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 0 0 8px; padding: 0; list-style: none; color: var(--soft); font-size: 13px; }
.key li { display: flex; align-items: center; gap: 6px; }
.matrix th, .matrix td { padding: 5px 14px 5px 0; vertical-align: middle; }
.matrix tbody th { width: 15em; font-weight: 500; } .matrix tbody th a { color: inherit; text-decoration: none; } .matrix tbody th a:hover { text-decoration: underline; }
.matrix tfoot th, .matrix tfoot td { border: 0; font-weight: 600; } .matrix td.zero { color: var(--soft); font-weight: 400; }
.matrix td.fail { color: var(--bad); font-weight: 700; } .matrix td.warn { color: var(--open); font-weight: 700; } .matrix td.unverified { color: var(--calm); font-weight: 700; } .matrix td.error { color: var(--odd); font-weight: 700; }
.matrix tr.off { display: none !important; }
.squares { line-height: 0; } .matrix .number { width: 1%; white-space: nowrap; }
.square { display: inline-flex; flex: none; align-items: center; justify-content: center; width: 18px; height: 18px; margin: 3px; vertical-align: middle; border: 1.5px solid transparent; border-radius: 4px; color: var(--square-ink); font: 700 12px/1 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; text-decoration: none; }
.key .square { margin: 0; }
.square.pass { background: color-mix(in srgb, var(--good) 22%, var(--paper)); color: var(--good); border-color: color-mix(in srgb, var(--good) 38%, var(--paper)); } .square.pass::before { content: "✓"; font-size: 11px; }
.square.fail { background: var(--bad); } .square.fail::before { content: "✗"; }
.square.warn { background: var(--open); border-radius: 9px; } .square.warn::before { content: "!"; }
.square.unverified { color: var(--calm); border: 1.5px dashed var(--calm); } .square.unverified::before { content: "?"; }
.square.error { background: var(--odd); border-radius: 0; } .square.error::before { content: "‼"; }
a.square:hover { outline: 2px solid var(--ink); outline-offset: 1px; }
.square.off { background: transparent; border: 1px solid var(--edge); } .square.off::before { content: ""; }

.none-shown { margin: 34px 0 0; padding: 14px 16px; border: 1px dashed var(--edge); border-radius: 6px; color: var(--soft); }
.rules { scroll-margin-top: var(--bar, 0px); } .rules h3 { scroll-margin-top: calc(var(--bar, 0px) + 48px); }
.rules > h2 { position: sticky; top: var(--bar, 0px); z-index: 1; margin-bottom: 4px; padding: 8px 0; background: var(--paper); border-bottom: 1px solid var(--edge); scroll-margin-top: var(--bar, 0px); }
.part > h3 { margin: 22px 0 4px; font-size: 14px; }
.rule { border-bottom: 1px solid var(--grid); scroll-margin-top: calc(var(--bar, 0px) + 48px); }
.rule > summary { display: grid; grid-template-columns: 1.3em 5.6em minmax(0, 1fr); gap: 0 6px; width: auto; padding: 5px 8px 5px 6px; color: inherit; font-size: 14px; list-style: none; border-radius: 4px; }
.rule > summary::-webkit-details-marker { display: none; }
.rule > summary:hover { background: var(--sheet); }
.rule > summary .id { font: 13px/21px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--soft); white-space: nowrap; }
.rule[open] > summary .statement { font-weight: 600; } .rule[open] > summary .brief { display: none; }
.rule .brief { display: block; margin-top: 1px; color: var(--soft); font-size: 13px; } .rule .brief b { font-weight: 500; color: var(--ink); }
.rule.pass > summary .sign { color: var(--good); } .rule.fail > summary .sign { color: var(--bad); } .rule.warn > summary .sign { color: var(--open); } .rule.unverified > summary .sign { color: var(--calm); } .rule.error > summary .sign { color: var(--odd); }
.chip { display: inline-block; padding: 0 7px; border-radius: 99px; background: var(--chip); color: var(--soft); font-size: 12px; line-height: 18px; font-weight: 500; white-space: nowrap; }
.about-rule { margin: 4px 0 20px 11px; padding: 6px 0 6px 18px; border-left: 3px solid var(--edge); }
.rule.fail > .about-rule { border-left-color: var(--bad); } .rule.warn > .about-rule { border-left-color: var(--open); } .rule.unverified > .about-rule { border-left-color: var(--calm); } .rule.error > .about-rule { border-left-color: var(--odd); }
.violation { margin: 0 0 14px; } .violation div { display: grid; grid-template-columns: 5.6em minmax(0, 1fr); gap: 0 10px; padding: 3px 0; }
.violation dt { color: var(--soft); font-size: 13px; line-height: 22px; } .violation dd { margin: 0; font: 13px/22px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.violation .expected mark { background: var(--mark-good); }
.to-do { margin: 0 0 14px; } .to-do b { margin-right: 8px; } .part > .to-do { color: var(--soft); font-size: 13px; margin-bottom: 4px; }
.about-rule .facts { grid-template-columns: repeat(auto-fill, minmax(min(100%, 230px), 1fr)); font-size: 14px; }
.command { display: flex; gap: 10px; align-items: center; margin: 8px 0; padding: 7px 8px 7px 10px; border: 1px solid var(--edge); border-radius: 6px; background: var(--sheet); }
.command code { flex: 1; max-height: 7.5em; overflow-y: auto; font-size: 12.5px; line-height: 1.5; } .copy { flex: none; min-width: 66px; height: 26px; }

.talk { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 8px 14px; } .talk .note { margin-bottom: 0; }
.message { max-height: 460px; overflow: auto; padding: 7px 0; border: 1px solid var(--edge); border-radius: 6px; background: var(--sheet); font: 12.5px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; }
.message > span { display: block; min-height: 1.5em; padding: 0 10px 0 8px; border-left: 3px solid transparent; }
.message > span:first-child { font-weight: 600; }
.message > span.marked { border-left-color: var(--bad); background: var(--mark); }
.message i { color: var(--soft); font-style: normal; } .message .marked i { color: var(--ink); }
.exchange, .attempt { border-top: 1px solid var(--grid); } .exchange:first-child { border-top: 0; }
.exchange > summary, .attempt > summary { width: auto; padding: 4px 4px; color: inherit; font-size: 13px; font-variant-numeric: tabular-nums; }
.exchange > summary:hover, .attempt > summary:hover { background: var(--sheet); }
.exchange .asked { font: 12.5px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; } .exchange .came { margin: 0 8px 0 6px; font-weight: 600; } .exchange .came::before { content: "→ "; color: var(--soft); font-weight: 400; }
.exchange[open], .attempt[open] { padding-bottom: 10px; }
.assertions { margin: 4px 0 10px; padding: 0; list-style: none; font-size: 13px; } .assertions li { display: flex; gap: 8px; padding: 1px 0; } .statements { margin: 4px 0 10px; padding: 0; list-style: none; font-size: 13px; } .steps { margin: 4px 0 10px; padding-left: 22px; font-size: 13px; overflow-wrap: anywhere; }
.delivery { margin: 14px 0 0; } .delivery + .delivery { padding-top: 4px; }
.backoff { display: block; width: 100%; margin: 4px 0 0; overflow: visible; }
.backoff .due { stroke: var(--calm); stroke-width: 1.5; } .backoff .not-due { stroke: var(--edge); stroke-dasharray: 2 3; }
.backoff text { stroke: none !important; font-size: 11px; font-variant-numeric: tabular-nums; } .backoff text.due { fill: var(--calm); font-weight: 600; }
.backoff .accepted { fill: var(--good); } .backoff .refused { fill: var(--bad); } .backoff circle { stroke: var(--paper); stroke-width: 1.5; }
.backoff .in-mark { fill: var(--paper); text-anchor: middle; dominant-baseline: central; font-weight: 700; }
.changes { margin: 0 0 10px; padding: 0; list-style: none; } .changes li { padding: 2px 0; } .changes a, .changes li > code { display: inline-block; min-width: 5.2em; font: 13px/21px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
@media (min-width: 641px) { .trend .plot { padding: 12px 104px 26px 58px; } }
@media (max-width: 640px) { .trend .between { display: none; } }
.trend .line { vector-effect: none; }
.trend .line.third { stroke-dasharray: 5 3; } .legend .line.third { stroke-dasharray: 5 3; }
.point { stroke: var(--paper); stroke-width: 1; } .point.first { fill: var(--first); } .point.third { fill: var(--third); } .direct.third { fill: var(--third); }
rect.failing { fill: var(--bad); } text.failing { fill: var(--bad); font-weight: 600; }
.hit { fill: transparent; } .hit:hover { fill: var(--band); }
@media (max-width: 760px) {
  .talk { grid-template-columns: minmax(0, 1fr); }
  .filters { position: static; } .filters p { margin-left: 0; } .filters select, .filters input[type=search], .filters label.text { width: 100%; max-width: none; } .filters > label { width: 100%; }
  .matrix, .matrix tbody, .matrix tfoot, .matrix tr { display: block; } .matrix thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .matrix tr { display: grid; grid-template-columns: 1fr auto; padding: 6px 0; border-bottom: 1px solid var(--grid); } .matrix tbody th, .matrix th, .matrix td { width: auto; padding: 2px 0; border: 0; }
  .matrix td.number { display: none; } .matrix td.number:nth-last-child(2)::before { content: "conf. "; color: var(--soft); font-size: 13px; font-weight: 400; } .matrix td.number:nth-last-child(2) { display: block; grid-row: 1; grid-column: 2; } .matrix .squares { grid-column: 1 / -1; }
  .rule > summary { grid-template-columns: 1.2em minmax(0, 1fr); } .rule > summary .statement { grid-column: 2; }
  .about-rule { margin-left: 0; padding-left: 10px; } .violation div { display: block; }
}
@media print {
  .rules > h2 { position: static; } body { max-width: none; font-size: 12px; } .filters, .copy, .square.off, .evidence, .about-rule > h3:has(+ .evidence) { display: none !important; }
  .command code { max-height: none; } .message { max-height: none; overflow: visible; } .rule > summary { padding: 2px 0; font-size: 12px; break-inside: avoid; } .rule { break-inside: auto; }
  .rule.fail::details-content, .rule.error::details-content { content-visibility: visible; display: block; height: auto; }
  .square { width: 13px; height: 13px; margin: 1px; font-size: 9px; } .matrix th, .matrix td { padding-block: 2px; }
}
`;
