import { show } from '../json.ts';
import type { Obligation } from './obligation.ts';
import { numbersOf, observation, ofCall } from './observation.ts';
import { fieldsOf, isAccepted, isTo, partsOf, pathOf, statusOf, undisturbed } from './read-call.ts';
import type { PartnerCall, PartnerRecord } from './record.ts';

const fields = 'Resources and their fields › Fields not shown';

const registrations = (record: PartnerRecord): PartnerCall[] =>
  undisturbed(record).filter((call) => isTo(call, 'POST /webhooks'));

const isHttpUrl = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);

/** Accepted registrations, anew after each that was deleted. */
const inOneLife = (record: PartnerRecord): PartnerCall[][] => {
  const lives: PartnerCall[][] = [[]];
  for (const call of undisturbed(record).filter(isAccepted)) {
    if (isTo(call, 'DELETE /webhooks/:id')) lives.push([]);
    else if (isTo(call, 'POST /webhooks')) lives.at(-1)?.push(call);
  }
  return lives.filter((calls) => calls.length > 0);
};

export const registration: readonly Obligation[] = [
  {
    id: 'PART-51',
    text: 'The webhook is registered once, not again and again',
    source: 'Endpoints › Rules per endpoint',
    statements: ['S032', 'S033', 'S155', 'S156', 'S223'],
    // one call is needed; that more are wrong is inferred
    level: 'should',
    needs: 'webhooks',
    judge: (record) =>
      inOneLife(record).map((calls) =>
        observation(
          calls.length === 1,
          { calls: numbersOf(calls) },
          `POST /webhooks was accepted ${calls.length} times; one registration serves the company, and PUT /webhooks/:id changes it`,
        ),
      ),
  },
  {
    id: 'PART-52',
    text: 'The webhook is registered for the event coupon_create',
    source: fields,
    statements: ['S073', 'S138', 'S167'],
    level: 'must',
    needs: 'webhooks',
    judge: (record) =>
      registrations(record).map((call) => {
        const { event } = fieldsOf(call);
        return ofCall(call, event === 'coupon_create', `sent event ${show(event)}; it should be coupon_create`);
      }),
  },
  {
    id: 'PART-53',
    text: 'The webhook is registered with the http address of the receiver',
    source: fields,
    statements: ['S072', 'S138', 'S174'],
    level: 'must',
    needs: 'webhooks',
    judge: (record) =>
      registrations(record).map((call) => {
        const { webhookUrl } = record.names;
        const url = fieldsOf(call)[webhookUrl];
        return ofCall(
          call,
          isHttpUrl(url),
          `sent ${webhookUrl} ${show(url)}; it should be the whole URL of the receiver`,
        );
      }),
  },
  {
    id: 'PART-54',
    text: 'A registration is changed and deleted by its id',
    source: 'Endpoints › Endpoints table',
    statements: ['S139', 'S140', 'S213'],
    level: 'must',
    needs: 'webhooks',
    judge(record) {
      const calls = undisturbed(record).filter(
        (call) => partsOf(call)[0] === 'webhooks' && ['PUT', 'DELETE'].includes(call.method),
      );
      return calls.flatMap((call, index) => {
        // to delete again what is gone does no harm
        const isGone = calls
          .slice(0, index)
          .some((earlier) => earlier.method === 'DELETE' && isAccepted(earlier) && pathOf(earlier) === pathOf(call));
        if (isGone) return [];
        // one whose registration the platform no longer has finds that out by asking
        const isRenewed = registrations(record).some((later) => later.atMs > call.atMs && isAccepted(later));
        if (statusOf(call) === 404 && isRenewed) return [];
        return [
          ofCall(
            call,
            partsOf(call).length === 2 && statusOf(call) !== 404,
            `was answered ${statusOf(call) ?? 'nothing'}; the path takes the id of the registration that is there`,
          ),
        ];
      });
    },
  },
];
