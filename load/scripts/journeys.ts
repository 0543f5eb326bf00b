import type { JourneyName } from '../journey-weights.ts';
import { plan } from './environment.ts';
import type { Visit } from './visit.ts';

/** The period that lists cover, so that their length depends on the rate and not on the duration of the run. */
const listedMs = 60_000;

const listPath = (parameters: string): string => `${plan.ordersList}?${parameters}&page=1&pageSize=20`;

const encodedNow = (offsetMs: number): string => encodeURIComponent(new Date(Date.now() + offsetMs).toISOString());

const list = ({ shop }: Visit, name: string, parameters: string): void => {
  shop.send({ method: 'GET', name, path: listPath(parameters) });
};

/** The requests of each journey. The code of a coupon contains the id of the order, so it is unique. */
export const journeys: Readonly<Record<JourneyName, (visit: Visit) => void>> = {
  completed: (visit) => {
    visit.post('completed');
  },
  'on-hold': (visit) => {
    visit.post('on-hold');
  },
  processing: (visit) => {
    visit.post('processing');
  },
  canceled: (visit) => {
    visit.post('canceled');
  },
  pay: (visit) => {
    if (visit.post('on-hold').isServed) visit.put('completed');
  },
  cancel: (visit) => {
    if (visit.post('on-hold').isServed) visit.put('canceled');
  },
  resend: (visit) => {
    visit.post('completed');
    visit.post('completed');
  },
  'redeem-post': (visit) => {
    const code = `C-${visit.externalId}`;
    if (visit.registerCoupon(code, false).isServed) visit.post('completed', code);
  },
  'redeem-put': (visit) => {
    const code = `C-${visit.externalId}`;
    if (visit.registerCoupon(code, false).isServed && visit.post('on-hold').isServed) visit.put('completed', code);
  },
  read: (visit) => {
    if (!visit.post('on-hold').isServed) return;
    visit.find();
    visit.read();
  },
  'list-created': (visit) => {
    list(visit, 'GET /orders', `after=${encodedNow(-listedMs)}`);
  },
  'list-updated': (visit) => {
    list(visit, 'GET /orders updatedAt', `after=${encodedNow(-10 * listedMs)}&updatedAt=${encodedNow(-listedMs)}`);
  },
  'register-coupon': (visit) => {
    visit.registerCoupon(`C-${visit.externalId}`, true);
  },
};
