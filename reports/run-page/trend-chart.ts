import { remarksOn, type TrendPoint } from '../history/run-history.ts';
import { minuteOf } from '../history/run-summary.ts';
import { type Markup, markup, nothing } from '../kit/page/markup.ts';
import { excerpt } from '../kit/printable.ts';
import { percentagesOf } from '../tally.ts';

const sharesHeight = 140;

/** Ticks in percent from just below the lowest share to 100, at least two steps. */
const ticksFor = (points: readonly TrendPoint[]): number[] => {
  const shares = points.flatMap(({ conformance, coverage }) => [conformance ?? 1, coverage ?? 1]);
  const below = 100 * (1 - Math.min(1, ...shares));
  const step = [1, 2, 5, 10].find((each) => below <= 4 * each) ?? 25;
  const steps = Math.max(2, Math.ceil(below / step));
  return Array.from({ length: steps + 1 }, (_, index) => 100 - (steps - index) * step);
};

/** Maps points to coordinates. */
interface Frame {
  points: readonly TrendPoint[];
  ticks: readonly number[];
  /** Position of a point, as an SVG length. */
  x: (index: number) => string;
  /** Pixels from the top, for a share from 0 to 1. */
  y: (share: number) => number;
}

/** Points at equal distances, on a scale that begins below their lowest share. */
const frameOf = (points: readonly TrendPoint[]): Frame => {
  const ticks = ticksFor(points.filter(({ isPartial }) => !isPartial));
  const lowest = ticks[0] ?? 0;
  return {
    points,
    ticks,
    x: (index) => `${((100 * (index + 0.5)) / points.length).toFixed(2)}%`,
    y: (share) => Number((sharesHeight * (1 - (100 * share - lowest) / (100 - lowest))).toFixed(1)),
  };
};

type Figure = 'conformance' | 'coverage';

const figures = [
  { figure: 'conformance', name: 'Conformance', look: 'first' },
  { figure: 'coverage', name: 'Coverage', look: 'third' },
] as const satisfies readonly { figure: Figure; name: string; look: string }[];

/** Pixels: the bars of failing rules are below the shares. */
const barsTop = 178;
const barsHeight = 40;
const height = barsTop + barsHeight;
const labelHeight = 15;
const maxDates = 6;
const maxIdLength = 40;

/** Dates below the chart, or times if all runs are of one day. */
const datesOf = ({ points, x }: Frame): Markup[] => {
  const starts = points.map(({ run }) => run.run.startedAt);
  const isOneDay = starts.every((start) => start.slice(0, 10) === starts[0]?.slice(0, 10));
  const every = Math.ceil(points.length / maxDates);
  return starts.flatMap((start, index) => {
    const fromLast = points.length - 1 - index;
    if (fromLast % every !== 0) return [];
    const shown = isOneDay ? start.slice(11, 16) : start.slice(5, 10);
    // a narrow screen shows every second one
    const look = (fromLast / every) % 2 === 0 ? 'x' : 'x between';
    return [markup`<text class="${look}" x="${x(index)}" y="${height + 17}">${shown}</text>`];
  });
};

/** A line through the runs with this figure, and a dot for each. */
const lineOf = ({ points, x, y }: Frame, figure: Figure, look: string): Markup => {
  const known = points.flatMap((point, index) => {
    const share = point[figure];
    return point.isPartial || share === undefined ? [] : [{ x: x(index), y: y(share) }];
  });
  const steps = known.slice(1).map((to, index) => {
    const from = known[index] ?? to;
    return markup`<line class="line ${look}" x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}"/>`;
  });
  const radius = figure === 'conformance' ? 3.5 : 2.5;
  const dots = known.map((at) => markup`<circle class="point ${look}" cx="${at.x}" cy="${at.y}" r="${radius}"/>`);
  return markup`${steps}${dots}`;
};

/** The names at the right end of the lines, kept apart. */
const namesOf = ({ points, y }: Frame): Markup[] => {
  const last = points.findLast(({ isPartial }) => !isPartial);
  if (!last) return [];
  const ends = figures
    .flatMap(({ figure, name, look }) => {
      const share = last[figure];
      return share === undefined ? [] : [{ name, look, top: y(share) }];
    })
    .toSorted((a, b) => a.top - b.top);
  const [upper, lower] = ends;
  if (upper && lower) {
    const apart = Math.max(0, labelHeight - (lower.top - upper.top));
    lower.top += apart;
    // both move up if there is no room below
    const over = Math.max(0, lower.top - sharesHeight);
    lower.top -= over;
    upper.top = Math.min(upper.top, lower.top - labelHeight);
  }
  return ends.map(
    ({ name, look, top }) => markup`<text class="direct ${look}" x="100%" dx="8" y="${top}">${name}</text>`,
  );
};

const barsOf = ({ points, x }: Frame): Markup => {
  const most = Math.max(1, ...points.map(({ failing }) => failing));
  const wide = Math.min(4, 60 / points.length);
  const bars = points.map(({ failing, isPartial }, index) => {
    if (isPartial) return markup`<text class="x" x="${x(index)}" y="${height - 4}">–</text>`;
    if (failing === 0) return nothing;
    const tall = Math.max(2, (barsHeight * failing) / most);
    const left = Number.parseFloat(x(index)) - wide / 2;
    return markup`<rect class="failing" x="${left.toFixed(2)}%" y="${(height - tall).toFixed(1)}" width="${wide.toFixed(2)}%" height="${tall.toFixed(1)}"/><text class="x failing" x="${x(index)}" y="${(height - tall - 4).toFixed(1)}">${failing}</text>`;
  });
  return markup`<line class="base" x1="0" x2="100%" y1="${height}" y2="${height}"/><text class="y" x="-8" y="${height - 6}">failing</text>${bars}`;
};

const describePoint = (point: TrendPoint, before: TrendPoint | undefined): string => {
  const { run, verdicts } = point.run;
  const [conformance, coverage] = percentagesOf(point.run);
  return [
    `${minuteOf(run.startedAt)} ${excerpt(run.id, maxIdLength)}`,
    `conformance ${conformance}`,
    `coverage ${coverage}`,
    `${point.failing} failing of ${verdicts.length} rules`,
    ...remarksOn(point, before),
  ].join(' · ');
};

/** One hover area with a tooltip for each run. */
const hitsOf = ({ points }: Frame): Markup[] =>
  points.map(
    (point, index) =>
      markup`<rect class="hit" x="${((100 * index) / points.length).toFixed(2)}%" y="0" width="${(100 / points.length).toFixed(2)}%" height="${height}"><title>${describePoint(point, points[index - 1])}</title></rect>`,
  );

const describe = ({ points }: Frame): string =>
  points.map((point, index) => `${describePoint(point, points[index - 1])}.`).join(' ');

/** Conformance, coverage and failures over the runs, oldest first, at any width. */
export const trendChart = (points: readonly TrendPoint[]): Markup => {
  const frame = frameOf(points);
  const rows = frame.ticks.map((tick, index) => {
    const y = frame.y(tick / 100);
    return markup`<line class="${index === 0 ? 'base' : 'grid'}" x1="0" x2="100%" y1="${y}" y2="${y}"/><text class="y" x="-8" y="${y}">${tick} %</text>`;
  });
  const lines = figures.map(({ figure, look }) => lineOf(frame, figure, look));
  const legend = figures.map(
    ({ name, look }) =>
      markup`<li><svg width="18" height="10" aria-hidden="true"><path class="line ${look}" d="M1 5H17"/></svg>${name}</li>`,
  );
  const parts = points.some(({ isPartial }) => isPartial)
    ? ' –: a run that was interrupted or tested few of the rules; its shares are not comparable, so they are not drawn.'
    : '';
  return markup`<figure class="trend"><ul class="legend">${legend}</ul><div class="plot"><svg role="img" aria-labelledby="trend-title trend-desc" height="${height}"><title id="trend-title">Conformance, coverage and failing rules of the last ${points.length} runs</title><desc id="trend-desc">${describe(frame)}</desc>${rows}${lines.toReversed()}${namesOf(frame)}${barsOf(frame)}${datesOf(frame)}${hitsOf(frame)}</svg></div><figcaption>One point for each run, with times in UTC, the last run on the right. The scale of the shares begins at ${frame.ticks[0] ?? 0} %.${parts}</figcaption></figure>`;
};
