import { omitUndefined } from '../../core/omit-undefined.ts';
import type { PartnerCapability } from '../../core/partner-record.ts';
import { isTo } from '../obligations/model/read-call.ts';
import type { ArrivedCall } from '../stage/disturbances.ts';
import { type ActionName, hookContract } from '../triggers/hook-contract.ts';
import { isNewOrder, isPageRead, meet, type Play, type Scenario } from './scenario.ts';

/** The parameter of an action that is for the second company. */
const second = { company: 'second' } as const;

const making: readonly ActionName[] = [
  'create-customer',
  'create-product',
  'create-store',
  'create-cart',
  'register-coupon',
  'register-shared-coupon',
  'create-order',
];
const reading: readonly ActionName[] = ['read-coupons-config', 'synchronize'];

const needed = (actions: readonly ActionName[]): PartnerCapability[] =>
  actions.map((action) => hookContract[action].capability);

const declaredOf = ({ isDeclaredFor }: Play, actions: readonly ActionName[]): ActionName[] =>
  actions.filter((action) => isDeclaredFor(hookContract[action].capability));

/** Matches the requests of an action. */
const isSentBy =
  (action: ActionName) =>
  (call: ArrivedCall): boolean =>
    hookContract[action].sends.some((route) => isTo(call, route));

const usualParameters = (action: ActionName) => (action === 'synchronize' ? { list: 'products' } : {});

const scenario = (
  name: string,
  title: string,
  { needs = [], ...others }: Partial<Pick<Scenario, 'needs' | 'needsOneOf'>>,
  play: Scenario['play'],
): Scenario => ({ name, title, needs: ['several-companies', ...needs], ...others, play });

/** Scenarios in which the partner acts for its second company. */
export const severalCompaniesScenarios: readonly Scenario[] = [
  scenario(
    'companies-in-turn',
    'Records of each kind are made, and lists are read, for the second company and the first one in turn, then for both at once',
    { needsOneOf: needed([...making, ...reading]) },
    async (play) => {
      const { act, actAtOnce, settle } = play;
      for (const action of declaredOf(play, [...making, ...reading])) {
        const usual = usualParameters(action);
        await act(action, { ...usual, ...second });
        await act(action, usual);
      }
      await settle();
      for (const action of declaredOf(play, [...making, ...reading])) {
        const usual = usualParameters(action);
        if (action === 'synchronize') meet(play, isPageRead(1));
        await actAtOnce([action, usual], [action, { ...usual, ...second }]);
      }
      await settle();
    },
  ),
  scenario(
    'companies-changed',
    'Orders, customers and coupons of the second company are changed, and those of the first one stay as they are',
    { needsOneOf: ['orders', 'customers', 'coupons'] },
    async ({ act, settle, isDeclaredFor }) => {
      const make = async (company: Record<string, unknown>) => ({
        orders: isDeclaredFor('orders')
          ? [
              await act('create-order', { status: 'on-hold', ...company }),
              await act('create-order', { status: 'on-hold', ...company }),
            ]
          : [],
        customer: isDeclaredFor('customers') ? await act('create-customer', company) : undefined,
        coupon: isDeclaredFor('coupons') ? await act('register-coupon', company) : undefined,
      });
      await make({});
      const own = await make(second);
      await settle();
      const [paid, canceled] = own.orders;
      const [id, code] = [own.customer?.id, own.coupon?.code];
      if (paid?.id !== undefined) await act('pay-order', { id: paid.id, ...second });
      if (canceled?.id !== undefined) await act('cancel-order', { id: canceled.id, ...second });
      if (id !== undefined) await act('update-customer', { id, ...second });
      if (code !== undefined && isDeclaredFor('mark-used')) await act('mark-coupon-used', { code, ...second });
      await settle();
      if (id !== undefined) await act('delete-customer', { id, ...second });
      await settle();
    },
  ),
  scenario(
    'companies-notified',
    'A customer of both companies gets a coupon of each at once, and then uses both',
    { needs: ['webhooks'] },
    async (play) => {
      const { bringCoupon, settle, look, newPhone, latestCode, isDeclaredFor, act } = play;
      const phone = newPhone();
      await bringCoupon(phone, 'second');
      await bringCoupon(phone);
      await settle();
      await look();
      if (!isDeclaredFor('redemption')) return;
      for (const company of ['second', undefined] as const) {
        const code = latestCode(company);
        if (code !== undefined) await act('redeem', { code, ...omitUndefined({ company }) });
      }
      await settle();
    },
  ),
  scenario(
    'companies-unregistered',
    'The registration of one company is changed, that of the other one is removed, and a coupon of the first one is notified',
    { needs: ['webhooks'] },
    async ({ actAndSettle, bringCoupon, settle, look }) => {
      for (const [removed, notified] of [
        [{}, 'second'],
        [second, undefined],
      ] as const) {
        await actAndSettle('change-webhook', omitUndefined({ company: notified }));
        await actAndSettle('unregister-webhook', removed);
        await bringCoupon(undefined, notified);
        await settle();
        await look();
        await actAndSettle('register-webhook', removed);
      }
    },
  ),
  scenario(
    'companies-answered-500',
    'Records of each kind are made for the second company and the first one, and the first requests are answered 500',
    { needsOneOf: needed(making) },
    async (play) => {
      const { act, settle, disturbCall, endDisturbances } = play;
      for (const action of declaredOf(play, making)) {
        disturbCall({ kind: 'answered 500', times: 2, hits: isSentBy(action) });
        await act(action, second);
        await act(action);
      }
      await settle();
      endDisturbances();
    },
  ),
  scenario(
    'companies-refused',
    'Records of each kind are made for the second company, whose first request is answered 401, and then for both',
    { needsOneOf: needed(making) },
    async (play) => {
      const { actAndSettle, disturbCall, endDisturbances } = play;
      for (const action of declaredOf(play, making)) {
        disturbCall({ kind: 'answered 401', times: 1, hits: isSentBy(action) });
        await actAndSettle(action, second);
        endDisturbances();
        await actAndSettle(action);
        await actAndSettle(action, second);
      }
    },
  ),
  scenario(
    'companies-restarted',
    'The partner is started again while orders of both companies wait, which are answered 500 until then',
    { needs: ['orders'] },
    async ({ act, actBeforeRestart, settle, disturbCall, endDisturbances, restart, isDeclaredFor, bringCoupon }) => {
      disturbCall({ kind: 'answered 500', hits: isNewOrder });
      await actBeforeRestart('create-order', { status: 'on-hold', ...second });
      await actBeforeRestart('create-order', { status: 'on-hold' });
      await restart();
      endDisturbances();
      await settle();
      const later = await act('create-order', { status: 'on-hold', ...second });
      await settle();
      if (later.id !== undefined) await act('pay-order', { id: later.id, ...second });
      if (isDeclaredFor('webhooks')) await bringCoupon(undefined, 'second');
      await settle();
    },
  ),
];
