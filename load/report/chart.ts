import { type Markup, markup, nothing } from '../../reports/kit/page/markup.ts';
import { inClock, inSeconds, percent, tooFew } from './figures.ts';

/** Steps of 1, 2 or 5 times a power of ten from 0 until the highest value is reached, about as many as asked for. */
export const roundTicks = (highest: number, about: number): number[] => {
  if (highest <= 0) return [0, 1];
  const rough = highest / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? 10 * power;
  const count = Math.ceil(highest / step - 1e-9);
  // divided rather than multiplied where the power is below one, so that 0.3 is not 0.30000000000000004
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
};

/** Powers of ten that enclose the values, which must be above 0. */
export const logTicks = (lowest: number, highest: number): number[] => {
  const from = Math.floor(Math.log10(lowest) + 1e-9);
  const to = Math.max(from + 1, Math.ceil(Math.log10(highest) - 1e-9));
  return Array.from({ length: to - from + 1 }, (_, index) => Number((10 ** (from + index)).toPrecision(12)));
};

const second = 1;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const timeSteps = [
  1,
  2,
  5,
  10,
  15,
  30,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  6 * hour,
  12 * hour,
  day,
];

/** Moments at round times from 0 to the last second, about as many as asked for at most. */
export const timeTicks = (lastSecond: number, atMost: number): number[] => {
  const step = timeSteps.find((each) => lastSecond / each <= atMost) ?? Math.ceil(lastSecond / atMost / day) * day;
  return Array.from({ length: Math.floor(lastSecond / step) + 1 }, (_, index) => index * step);
};

export interface Line {
  name: string;
  look: 'first' | 'second' | 'third' | 'alarm' | 'low' | 'middle' | 'high';
  /** One for each point; null where there is none, which leaves a gap. */
  values: readonly (number | null)[];
  /** The space below it is filled: for a quantity that stands there, such as a backlog. */
  isFilled?: boolean;
}

/** A stretch of time that is shaded, in seconds. */
export interface Band {
  /** Short enough to stand above it. */
  label: string;
  name: string;
  from: number;
  to: number;
}

export interface LineChart {
  /** Unique in the page. */
  id: string;
  title: string;
  /** What an axis without words would leave open: `a second`, `p50, p95 and p99`. */
  subtitle: string;
  /** Seconds at which the points begin. */
  at: readonly number[];
  /** How many seconds each point stands for. */
  width: number;
  lines: readonly Line[];
  bands: readonly Band[];
  /** Writes a value with its unit. */
  describeValue: (value: number) => string;
}

const height = 180;
/** Of the plot in its own units, whatever its width on the screen. */
const across = 1000;
const labelHeight = 14;
/** A line whose highest value is this many times the median of all would press the others flat. */
const flattening = 25;

interface Scale {
  ticks: readonly number[];
  isLog: boolean;
  /** Pixels from the top. */
  y: (value: number) => number;
}

const scaleOf = (values: readonly number[]): Scale => {
  const ordered = values.filter((value) => value > 0).toSorted((a, b) => a - b);
  const highest = ordered.at(-1) ?? 0;
  const isLog = highest > flattening * (ordered[Math.floor(ordered.length / 2)] ?? 0) && !values.includes(0);
  const ticks = isLog ? logTicks(ordered[0] ?? 1, highest) : roundTicks(highest, 4);
  const bottom = ticks[0] ?? 0;
  const top = ticks.at(-1) ?? 1;
  const share = (value: number): number =>
    isLog ? Math.log(value / bottom) / Math.log(top / bottom) : (value - bottom) / (top - bottom);
  return { ticks, isLog, y: (value) => Number((height * (1 - Math.min(1, Math.max(0, share(value))))).toFixed(1)) };
};

/** The line as a path; a point between two gaps becomes a dot. */
const pathOf = (values: readonly (number | null)[], x: (index: number) => number, y: Scale['y']): string => {
  const steps = values.map((value, index) => {
    if (value === null) return '';
    const isFirst = (values[index - 1] ?? null) === null;
    const isAlone = isFirst && (values[index + 1] ?? null) === null;
    return `${isFirst ? 'M' : 'L'}${x(index)} ${y(value)}${isAlone ? 'h0' : ''}`;
  });
  return steps.join('');
};

const medianOf = (values: Line['values']): number => {
  const ordered = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  return ordered[Math.floor(ordered.length / 2)] ?? 0;
};

/**
 * Places labels right of their lines, moved apart where they would overlap. The height is that of the median, since
 * most lines end in the quiet after the load.
 */
const placeLabels = (lines: readonly Line[], y: Scale['y']): { line: Line; top: number }[] => {
  const wanted = lines.map((line) => ({ line, top: y(medianOf(line.values)) })).toSorted((a, b) => a.top - b.top);
  const lowest = (index: number): number => height - (wanted.length - 1 - index) * labelHeight;
  let free = 0;
  return wanted.map(({ line, top }, index) => {
    const placed = Math.min(Math.max(top, free), lowest(index));
    free = placed + labelHeight;
    return { line, top: placed };
  });
};

const describe = ({ lines, describeValue }: LineChart): string =>
  lines
    .map(({ name, values }) => {
      const known = values.filter((value) => value !== null);
      const lowest = known.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
      const highest = known.reduce((most, value) => Math.max(most, value), 0);
      return `${name} from ${describeValue(lowest)} to ${describeValue(highest)}`;
    })
    .join('; ');

const describeOrTooFew = (value: number | null, describeValue: LineChart['describeValue']): string =>
  value === null ? tooFew : describeValue(value);

/** A chart with what follows from its points: where they lie, and when it ends. */
interface Frame extends LineChart {
  /** Seconds. */
  end: number;
  scale: Scale;
  /** Of the point of this index, in the plot's own units. */
  x: (index: number) => number;
  describeMoment: (seconds: number) => string;
}

const frameOf = (chart: LineChart, scale: Scale): Frame => {
  const { at, width } = chart;
  const end = (at.at(-1) ?? 0) + width;
  return {
    ...chart,
    end,
    scale,
    x: (index) => Number(((((at[index] ?? 0) + width / 2) / end) * across).toFixed(1)),
    describeMoment: (seconds) => (end <= 60 ? `${seconds} s` : inClock(seconds)),
  };
};

const shadesOf = ({ bands, end }: Frame): Markup[] =>
  bands.map(({ label, from, to }) => {
    const [start = 0, stop = 0] = [from, to].map((moment) => Math.min(1, Math.max(0, moment / end)));
    return markup`<rect class="band" x="${percent(start)}" y="0" width="${percent(stop - start)}" height="${height}"/><text class="band-label" x="${percent((start + stop) / 2)}" y="-7">${label}</text>`;
  });

const axesOf = ({ scale, end, describeValue, describeMoment }: Frame): Markup => {
  const rows = scale.ticks.map((tick, index) => {
    const y = scale.y(tick);
    return markup`<line class="${index === 0 ? 'base' : 'grid'}" x1="0" x2="100%" y1="${y}" y2="${y}"/><text class="y" x="-8" y="${y}">${describeValue(tick)}</text>`;
  });
  // long runs have longer labels
  const columns = timeTicks(end, end < 3600 ? 8 : 5).map((tick) => {
    const x = percent(tick / end);
    return markup`<line class="base" x1="${x}" x2="${x}" y1="${height}" y2="${height + 4}"/><text class="x" x="${x}" y="${height + 17}">${describeMoment(tick)}</text>`;
  });
  return markup`${rows}${columns}`;
};

const drawingOf = ({ lines, x, scale }: Frame): Markup[] =>
  lines.map(({ look, values, isFilled }) => {
    const path = pathOf(values, x, scale.y);
    const area = isFilled
      ? markup`<path class="area ${look}" d="${path}L${x(values.length - 1)} ${height}L${x(0)} ${height}Z"/>`
      : nothing;
    return markup`${area}<path class="line ${look}" d="${path}"/>`;
  });

/** What a pointer finds: each point's figures. */
const hitsOf = ({ at, width, end, lines, describeValue, describeMoment }: Frame): Markup[] =>
  at.map((moment, index) => {
    const description = lines
      .map(({ name, values }) => `${name} ${describeOrTooFew(values[index] ?? null, describeValue)}`)
      .join(' · ');
    const left = Number(((moment / end) * across).toFixed(1));
    const wide = Number(((width / end) * across).toFixed(2));
    return markup`<rect x="${left}" width="${wide}"><title>${describeMoment(moment)} · ${description}</title></rect>`;
  });

const plotOf = (chart: LineChart, scale: Scale, isNamed: boolean): Markup => {
  const { id, title, subtitle, lines } = chart;
  const frame = frameOf(chart, scale);
  const labels = (isNamed ? placeLabels(lines, scale.y) : []).map(
    ({ line, top }) => markup`<text class="direct ${line.look}" x="100%" dx="8" y="${top}">${line.name}</text>`,
  );
  const inner = markup`<svg width="100%" height="${height}" viewBox="0 0 ${across} ${height}" preserveAspectRatio="none">${drawingOf(frame)}<g class="hits">${hitsOf(frame)}</g></svg>`;
  return markup`<div class="plot"><svg role="img" aria-labelledby="${id}-title ${id}-desc" height="${height}"><title id="${id}-title">${title}, ${subtitle}</title><desc id="${id}-desc">${describe(chart)}</desc>${shadesOf(frame)}${axesOf(frame)}${inner}${labels}</svg></div>`;
};

const tableOf = ({ id, title, at, lines, describeValue }: LineChart): Markup =>
  markup`<details><summary>Figures</summary><div class="scroll tall" tabindex="0" role="region" aria-label="${title} in figures"><table id="${id}-figures"><thead><tr><th scope="col">Time</th>${lines.map(({ name }) => markup`<th scope="col">${name}</th>`)}</tr></thead><tbody>${at.map(
    (moment, index) =>
      markup`<tr><th scope="row">${inClock(moment)}</th>${lines.map(({ values }) => markup`<td>${describeOrTooFew(values[index] ?? null, describeValue)}</td>`)}</tr>`,
  )}</tbody></table></div></details>`;

const legendOf = (lines: readonly Line[]): Markup =>
  markup`<ul class="legend">${lines.map(({ name, look }) => markup`<li><svg width="18" height="10" aria-hidden="true"><path class="line ${look}" d="M1 5H17"/></svg>${name}</li>`)}</ul>`;

/** What a reader must know to read the chart rightly. */
const captionOf = ({ width, bands }: LineChart, absent: readonly Line[], isLog: boolean): string[] => [
  ...(isLog ? ['Logarithmic scale.'] : []),
  ...(width > 1
    ? [
        `Each point stands for ${inSeconds(width)}: rates are averages, and quantiles and the backlog are the highest values.`,
      ]
    : []),
  ...(absent.length > 0 ? [`${absent.map(({ name }) => name).join(', ')}: too few observations a second.`] : []),
  ...(bands.length > 0 ? [`Shaded: ${bands.map(({ label, name }) => `${label} ${name}`).join(', ')}.`] : []),
];

/** A figure with a chart over time that fits any width, and its data as a table. */
export const lineChart = (chart: LineChart): Markup => {
  const hasValues = ({ values }: Line): boolean => values.some((value) => value !== null);
  const present = { ...chart, lines: chart.lines.filter(hasValues) };
  const absent = chart.lines.filter((line) => !hasValues(line));
  const heading = markup`<h3>${chart.title} <small>${chart.subtitle}</small></h3>`;
  if (present.lines.length === 0) {
    return markup`<figure class="chart">${heading}<p class="empty">Too few observations a second to draw a line.</p></figure>`;
  }
  // the title names a line that is alone; one that is left over of several it does not
  const isNamed = chart.lines.length > 1;
  const scale = scaleOf(present.lines.flatMap(({ values }) => values.filter((value) => value !== null)));
  const caption = captionOf(present, absent, scale.isLog);
  return markup`<figure class="chart">${heading}${isNamed ? legendOf(present.lines) : nothing}${plotOf(present, scale, isNamed)}${caption.length > 0 ? markup`<figcaption>${caption.join(' ')}</figcaption>` : nothing}${tableOf(present)}</figure>`;
};
