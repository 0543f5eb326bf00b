import { type Markup, markup, nothing } from '../../reports/kit/page/markup.ts';
import { inClock, inSeconds, percent, tooFew } from './figures.ts';

/** About four ticks from 0 to the highest value, at multiples of 1, 2 or 5 times a power of ten. */
export const roundTicks = (highest: number): number[] => {
  if (highest <= 0) return [0, 1];
  const rough = highest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? 10 * power;
  const count = Math.ceil(highest / step - 1e-9);
  // rounded, so that 0.3 is not 0.30000000000000004
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
};

/** Powers of ten around the values, which must be above 0. */
export const logTicks = (lowest: number, highest: number): number[] => {
  const from = Math.floor(Math.log10(lowest) + 1e-9);
  const to = Math.max(from + 1, Math.ceil(Math.log10(highest) - 1e-9));
  return Array.from({ length: to - from + 1 }, (_, index) => Number((10 ** (from + index)).toPrecision(12)));
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const timeSteps = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 6, 12, 24].map((hours) => hours * hour),
];

/** At most about this many ticks from 0 to the last second, at round times. */
export const timeTicks = (lastSecond: number, atMost: number): number[] => {
  const step = timeSteps.find((each) => lastSecond / each <= atMost) ?? Math.ceil(lastSecond / atMost / day) * day;
  return Array.from({ length: Math.floor(lastSecond / step) + 1 }, (_, index) => index * step);
};

/** A moment of a run that ends at `end`, in seconds: short runs count seconds. */
const inMoment = (seconds: number, end: number): string => (end <= minute ? `${seconds} s` : inClock(seconds));

/** The ticks of a time axis with their labels. */
export const labeledTicks = (end: number): { tick: number; label: string }[] =>
  // long runs have longer labels
  timeTicks(end, end < hour ? 8 : 5).map((tick) => ({ tick, label: inMoment(tick, end) }));

export interface Line {
  name: string;
  look: 'first' | 'second' | 'third' | 'alarm' | 'low' | 'middle' | 'high';
  /** A value for each point; null leaves a gap. */
  values: readonly (number | null)[];
  /** The area below is filled, for a quantity such as a backlog. */
  isFilled?: boolean;
}

/** A shaded period, in seconds. */
interface Band {
  /** One or two characters. */
  label: string;
  name: string;
  from: number;
  to: number;
}

export interface LineChart {
  /** Unique in the page. */
  id: string;
  title: string;
  /** The unit or scope: `a second`, `all requests`. */
  subtitle: string;
  /** The start of each point, in seconds. */
  at: readonly number[];
  /** Seconds of each point. */
  width: number;
  lines: readonly Line[];
  bands: readonly Band[];
  describeValue: (value: number) => string;
}

const height = 180;
/** Width of the plot in its own units. */
const across = 1000;
const labelHeight = 14;
/** If the highest value is this many times the median, the scale is logarithmic. */
const logFrom = 25;

interface Scale {
  ticks: readonly number[];
  isLog: boolean;
  /** Pixels from the top. */
  y: (value: number) => number;
}

const scaleOf = (values: readonly number[]): Scale => {
  const ordered = values.filter((value) => value > 0).toSorted((a, b) => a - b);
  const highest = ordered.at(-1) ?? 0;
  const isLog = highest > logFrom * (ordered[Math.floor(ordered.length / 2)] ?? 0) && !values.includes(0);
  const ticks = isLog ? logTicks(ordered[0] ?? 1, highest) : roundTicks(highest);
  const bottom = ticks[0] ?? 0;
  const top = ticks.at(-1) ?? 1;
  const share = (value: number): number =>
    isLog ? Math.log(value / bottom) / Math.log(top / bottom) : (value - bottom) / (top - bottom);
  return { ticks, isLog, y: (value) => Number((height * (1 - Math.min(1, Math.max(0, share(value))))).toFixed(1)) };
};

/** The path of a line. A point between two gaps becomes a dot. */
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
 * Places labels to the right of the plot without overlaps, each at the median of its line, since most lines end after the
 * load.
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

/** A chart with its scales. */
interface Frame extends LineChart {
  /** In seconds. */
  end: number;
  scale: Scale;
  /** The position of a point in the plot's own units. */
  x: (index: number) => number;
}

const frameOf = (chart: LineChart, scale: Scale): Frame => {
  const { at, width } = chart;
  const end = (at.at(-1) ?? 0) + width;
  return {
    ...chart,
    end,
    scale,
    x: (index) => Number(((((at[index] ?? 0) + width / 2) / end) * across).toFixed(1)),
  };
};

const shadesOf = ({ bands, end }: Frame): Markup[] =>
  bands.map(({ label, from, to }) => {
    const [start = 0, stop = 0] = [from, to].map((moment) => Math.min(1, Math.max(0, moment / end)));
    return markup`<rect class="band" x="${percent(start)}" y="0" width="${percent(stop - start)}" height="${height}"/><text class="band-label" x="${percent((start + stop) / 2)}" y="-7">${label}</text>`;
  });

const axesOf = ({ scale, end, describeValue }: Frame): Markup => {
  const rows = scale.ticks.map((tick, index) => {
    const y = scale.y(tick);
    return markup`<line class="${index === 0 ? 'base' : 'grid'}" x1="0" x2="100%" y1="${y}" y2="${y}"/><text class="y" x="-8" y="${y}">${describeValue(tick)}</text>`;
  });
  const columns = labeledTicks(end).map(({ tick, label }) => {
    const x = percent(tick / end);
    return markup`<line class="base" x1="${x}" x2="${x}" y1="${height}" y2="${height + 4}"/><text class="x" x="${x}" y="${height + 17}">${label}</text>`;
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

/** The tooltip of each point. */
const hitsOf = ({ at, width, end, lines, describeValue }: Frame): Markup[] =>
  at.map((moment, index) => {
    const description = lines
      .map(({ name, values }) => `${name} ${describeOrTooFew(values[index] ?? null, describeValue)}`)
      .join(' · ');
    const left = Number(((moment / end) * across).toFixed(1));
    const wide = Number(((width / end) * across).toFixed(2));
    return markup`<rect x="${left}" width="${wide}"><title>${inMoment(moment, end)} · ${description}</title></rect>`;
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

/** A chart over time that fits any width, with its data as a table. */
export const lineChart = (chart: LineChart): Markup => {
  const hasValues = ({ values }: Line): boolean => values.some((value) => value !== null);
  const present = { ...chart, lines: chart.lines.filter(hasValues) };
  const absent = chart.lines.filter((line) => !hasValues(line));
  const heading = markup`<h3>${chart.title} <small>${chart.subtitle}</small></h3>`;
  if (present.lines.length === 0) {
    return markup`<figure class="chart">${heading}<p class="empty">Too few observations a second to draw a line.</p></figure>`;
  }
  // the title names the line of a chart that has only one
  const isNamed = chart.lines.length > 1;
  const scale = scaleOf(present.lines.flatMap(({ values }) => values.filter((value) => value !== null)));
  const caption = captionOf(present, absent, scale.isLog);
  return markup`<figure class="chart">${heading}${isNamed ? legendOf(present.lines) : nothing}${plotOf(present, scale, isNamed)}${caption.length > 0 ? markup`<figcaption>${caption.join(' ')}</figcaption>` : nothing}${tableOf(present)}</figure>`;
};
