import type { StatementId } from '../core/statement.ts';

/** Why a statement is no rule. */
export type LedgerKind =
  /** Describes the document itself, not the target. */
  | 'background'
  /** Binds the partner's software. A certification judges it. */
  | 'partner'
  /** Happens in the platform's panel or at its operator, out of reach of the API. */
  | 'panel'
  /** The document says that it does not show this, so a target is free. */
  | 'open'
  /** States something that no sequence of requests could distinguish from its opposite. */
  | 'unobservable';

export interface LedgerEntry {
  kind: LedgerKind;
  /** What the statement is about, and why no request can test it. */
  reason: string;
}

const because =
  (kind: LedgerKind) =>
  (reason: string): LedgerEntry => ({ kind, reason });

const background = because('background');
const partner = because('partner');
const panel = because('panel');
const open = because('open');
const unobservable = because('unobservable');

/** The statements that no rule tests. With the statements of the rules, they are the whole document. */
export const ledger: Readonly<Partial<Record<StatementId, LedgerEntry>>> = {
  S001: background('Announces what the document covers; each part is judged where it is specified.'),
  S002: background('Says that there is no other document.'),
  S003: background('Lists the order of the parts.'),
  S004: background('Explains the placeholders for addresses; the profile fills them.'),
  S009: partner('Which credential to use for which shop is the partner’s choice; the target cannot know.'),
  S010: background('Introduces the two meanings of coupon that follow.'),
  S017: unobservable('That no endpoint at all creates a flow cannot be shown by any number of requests.'),
  S018: panel('Where flows are built is outside the API; the profile declares the flows that exist.'),
  S020: background('Introduces the panel steps of the smallest flow that notifies.'),
  S021: panel('A choice made while building the flow; flows with this trigger are judged by what they do.'),
  S025: panel('Two switches of the panel; an active flow is judged by what it does.'),
  S027: panel('A column of the panel’s list, which the API does not show.'),
  S031: background('Points to another part.'),
  S038: partner('How a partner writes numbers; what a target does with a number sent as text is open.'),
  S068: open('Further fields of customers are not shown.'),
  S069: open('Further fields of products are not shown.'),
  S070: open('Further fields of orders are not shown.'),
  S071: open('Further fields of stores, carts and users are not shown.'),
  S072: open('The name of the URL field of a registration is not shown; the profile says it.'),
  S075: panel('What the configuration does not influence shows only by changing it in the panel.'),
  S080: panel('An option of the panel; no status of the API corresponds to it.'),
  S083: open('Which status may follow which is not shown.'),
  S098: background('Introduces the table of query parameters.'),
  S109: open('No order of lists is promised, so none is expected.'),
  S110: partner('The form in which a partner should write dates; every documented form is judged where it is read.'),
  S142: open('Paths of creations and of further lists are not shown; the profile says them.'),
  S143: open('Bodies of these resources are not shown; the profile says them.'),
  S144: open('The rest of a shared coupon’s body is not shown; the profile says it.'),
  S145: open('The rest of an order’s body is not shown; the profile says it.'),
  S146: open('The name of the URL field is not shown; the profile says it.'),
  S154: partner('The sequence recommended to a partner after a notification; judged when a partner is certified.'),
  S160: panel('Where a token is found in the panel.'),
  S162: panel('Revocation happens at the operator; that a token never renews itself cannot be seen.'),
  S163: panel('Registering a new partner happens at the operator.'),
  S164: panel(
    'Credentials of the test environment come from the operator; using production’s there would endanger them.',
  ),
  S180: partner('How a receiver recognizes repetitions; judged when a partner is certified.'),
  S188: open('Further events are not shown.'),
  S189: open('A signature of notifications is not shown.'),
  S214: open('Further fields of error answers are not shown.'),
  S224: open('Rate limits are not shown; the profile says what the run may use.'),
  S225: open('A maximum size of bodies is not shown.'),
  S227: unobservable('That two environments serve the same routes shows only by running every rule against both.'),
  S228: open('A scheme of versions is not shown.'),
};
