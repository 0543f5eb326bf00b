import { show } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { dateForm, isIsoDate, isOffByZone, momentMs, slackMs } from '../model/date-forms.ts';
import { listCalls } from '../model/list-walks.ts';
import { listed, observation, ofCall } from '../model/observation.ts';
import {
  fieldsBelow,
  fieldsOf,
  isWrite,
  partsOf,
  pathOf,
  queryOf,
  undisturbed,
  undisturbedWrites,
} from '../model/read-call.ts';
import type { Obligation } from '../obligation.ts';

const source = 'Endpoints › Date and time input';

/** Dates of a coupon, whose form is stated, and those that the partner declares. An empty one of these is no date yet. */
const ownDates = (call: PartnerCall, { dates: declared = [] }: PartnerRecord['names']) =>
  fieldsBelow(fieldsOf(call)).filter(({ name, pointer, value }) => {
    const isOfCoupon = partsOf(call)[0] === 'coupons' && ['/expiryDate', '/startDate'].includes(pointer);
    return (isOfCoupon || (declared.includes(name) && value !== '')) && typeof value !== 'object';
  });

const datesIn = (call: PartnerCall, names: PartnerRecord['names']) =>
  ownDates(call, names).flatMap(({ name, pointer, value }) => {
    const form = dateForm(value);
    return form ? [{ name, pointer, value, form }] : [];
  });

const zonedFilter = (
  id: Obligation['id'],
  name: string,
  statements: Obligation['statements'],
  alone: string,
): Obligation => ({
  id,
  text: `The \`${name}\` of a list has a date, a time and a zone`,
  source: 'Endpoints › Paginated lists',
  statements,
  level: 'should',
  needs: 'lists',
  judge: (record) =>
    listCalls(record).flatMap((call) => {
      const value = queryOf(call).get(name);
      const form = dateForm(value);
      // other obligations judge dates with slashes, and an invalid `after`
      const isOther = value === undefined || name === 'after' || isIsoDate(value);
      if (form === 'slashed' || (form === undefined && isOther)) return [];
      const unzoned = form === 'alone' ? alone : 'a date without a zone is read as Brasília time';
      const read = form === undefined ? 'it is no date' : unzoned;
      return [ofCall(call, form === 'zoned', `sent ${name} ${show(value)}; ${read}, so it should have time and zone`)];
    }),
});

/** Whether a date with slashes changes or becomes invalid when its first number is the month. */
const isMistakable = (slashed: unknown): boolean => {
  const [first = 0, second = 0] = String(slashed).split('/').map(Number);
  return first > 12 || (second <= 12 && first !== second);
};

const withoutSlashes =
  (isAbout: (slashed: unknown) => boolean): Obligation['judge'] =>
  (record) =>
    undisturbed(record).flatMap((call) => {
      const inQuery = [...queryOf(call)].flatMap(([name, value]) => {
        const form = dateForm(value);
        return form ? [{ pointer: name, value, form }] : [];
      });
      const sent = [...inQuery, ...(isWrite(call) ? datesIn(call, record.names) : [])];
      if (sent.length === 0) return [];
      const slashed = sent.filter(({ form, value }) => form === 'slashed' && isAbout(value));
      const seen = listed(slashed);
      return [
        observation(
          slashed.length === 0,
          { calls: [call.number] },
          `${call.method} ${pathOf(call)} sent ${seen}, which is read as month/day; dates should be as in 2030-01-31T12:00:00-03:00`,
        ),
      ];
    });

/** Names of days, which have no time: on which somebody was born, and by which something is due. */
const ofDays = /birth|born|nasc|anivers|due|venc|delivery|entrega/i;

/** Whether a date is of a moment. */
const isOfMoment = (name: string, { dates: declared = [] }: PartnerRecord['names']): boolean =>
  name === 'expiryDate' || (declared.includes(name) && !ofDays.test(name));

/** Names of times to come, which may be three hours after the call. */
const toCome = /expir(?!ed)|validade|until|due|venc|delivery|entrega|pickup|retirada|schedul|agend/i;

/** The partner's declared times by name, with the moment of their arrival. */
const declaredTimes = (record: PartnerRecord) => {
  const startedMs = Date.parse(record.startedAt);
  const times = undisturbedWrites(record).flatMap((call) =>
    ownDates(call, record.names)
      .filter(({ name, value }) => record.names.dates?.includes(name) === true && dateForm(value) === 'zoned')
      .map(({ name, value }) => {
        const [saidMs, sentMs] = [momentMs(String(value)), startedMs + call.atMs];
        const isToCome = toCome.test(name) && saidMs > sentMs;
        return { name, call, value, isOff: isOffByZone(saidMs, sentMs, slackMs) && !isToCome };
      }),
  );
  return [...Map.groupBy(times, ({ name }) => name).values()];
};

export const dates: readonly Obligation[] = [
  zonedFilter('PART-25', 'after', ['S110', 'S111'], 'a date alone is read as 00:00 in Brasília'),
  zonedFilter('PART-26', 'updatedAt', ['S102', 'S110'], 'a date alone is read as 00:00 UTC'),
  {
    id: 'PART-27',
    text: 'Every date and time in a body has a `T` in between, and a zone',
    source,
    statements: ['S110', 'S111'],
    level: 'should',
    judge: (record) =>
      undisturbedWrites(record).flatMap((call) => {
        const timed = datesIn(call, record.names).filter(({ form }) => form === 'zoned' || form === 'unzoned');
        if (timed.length === 0) return [];
        const spaced = timed.filter(({ value }) => String(value).includes(' '));
        const broken = spaced.length > 0 ? spaced : timed.filter(({ form }) => form === 'unzoned');
        const why =
          spaced.length > 0 ? 'ISO 8601 has a T and no blank' : 'it has no zone, so it is read as Brasília time';
        return [
          observation(
            broken.length === 0,
            { calls: [call.number] },
            `${call.method} ${pathOf(call)} sent ${listed(broken)}; ${why}`,
          ),
        ];
      }),
  },
  {
    id: 'PART-28',
    text: 'No date with slashes has a day that the platform may read as the month',
    source,
    statements: ['S113'],
    level: 'must',
    arisesWith: ['coupons', 'shared-coupons', 'lists'],
    judge: withoutSlashes(isMistakable),
  },
  {
    id: 'PART-109',
    text: 'No other date has slashes',
    source,
    statements: ['S110'],
    level: 'should',
    judge: withoutSlashes((value) => !isMistakable(value)),
  },
  {
    id: 'PART-29',
    text: 'The expiry of a coupon, and every declared date but a birthday or a due day, has a time as well',
    source,
    statements: ['S059', 'S110', 'S112'],
    level: 'should',
    inferred: 'the document says how it reads a date without a time, which is rarely what the partner means',
    judge: (record) =>
      undisturbedWrites(record).flatMap((call) =>
        datesIn(call, record.names)
          .filter(({ name, form }) => isOfMoment(name, record.names) && (form === 'alone' || form === 'zoned'))
          .map(({ name, value, form }) =>
            ofCall(
              call,
              form === 'zoned',
              `sent ${name} ${show(value)}, which is 00:00 UTC of that day, 21:00 of the day before in Brasília`,
            ),
          ),
      ),
  },
  {
    id: 'PART-134',
    text: 'Every date in a body is a string in ISO 8601 form, of a day that exists',
    source,
    statements: ['S059', 'S110'],
    level: 'must',
    arisesWith: ['coupons', 'shared-coupons'],
    judge: (record) =>
      undisturbedWrites(record).flatMap((call) => {
        const sent = ownDates(call, record.names);
        if (sent.length === 0) return [];
        // another obligation judges dates with slashes
        const wrong = sent.filter(({ value }) => !isIsoDate(value) && dateForm(value) !== 'slashed');
        const seen = listed(wrong);
        return [ofCall(call, wrong.length === 0, `sent ${seen}; a date should be as in 2030-01-31T12:00:00-03:00`)];
      }),
  },
  {
    id: 'PART-154',
    text: 'A time that the partner sends has the zone of its own clock',
    source,
    statements: ['S110', 'S111'],
    level: 'should',
    judge: (record) =>
      declaredTimes(record).flatMap((times) => {
        // a single time may be three hours off for another reason
        const isWrong = new Set(times.map(({ value }) => value)).size > 1 && times.every(({ isOff }) => isOff);
        return times.map(({ call, name, value }) =>
          ofCall(
            call,
            !isWrong,
            `sent ${name} ${show(value)}, three hours away from the time of the call, like every ${name}; its zone seems to belong to another clock`,
          ),
        );
      }),
  },
];
