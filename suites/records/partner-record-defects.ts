import type { Call, Handle } from '../../platform/http/call.ts';
import {
  callsTo,
  forgetsDeletion,
  readsBodyOtherwise,
  readsPathOtherwise,
  remembersDeleted,
  sentFields,
} from '../broken-handling.ts';
import { type Defect, defectsOf } from '../defect.ts';
import type { Rule } from '../rule.ts';
import type { PartnerRecord } from './partner-records.ts';
import { findsByOldKey, findsNothing, keepsWhatItDeletes, misnamesDeleted } from './record-defects.ts';

/** The rules about one kind of record that only its `externalId` identifies. */
interface RuleIds {
  found: Rule['id'];
  awkward: Rule['id'];
  everyPostIsNew: Rule['id'];
  onePerExternalId: Rule['id'];
  changed: Rule['id'];
  gone: Rule['id'];
}

/** Rules of other sections that fail as well. */
interface AlsoRed {
  byId: readonly Rule['id'][];
  byExternalId: readonly Rule['id'][];
  /** They send several records of one customer or name. */
  ofOneOwner: readonly Rule['id'][];
  otherKinds: readonly Rule['id'][];
}

const namesNothing = (call: Call): boolean => sentFields(call).externalId === undefined;

/** The phone or the name in a body. */
const ownerIn = ({ body }: Call): string | undefined => /"(?:phone|name)":"([^"]*)"/.exec(body)?.[1];

/** Stores only the first record of a customer, or of a name. */
const keepsFirstOfOwner =
  (creates: (call: Call) => boolean) =>
  (handle: Handle): Handle => {
    const owners = new Map<string, unknown>();
    return async (call) => {
      const owner = creates(call) ? ownerIn(call) : undefined;
      if (owner === undefined) return handle(call);
      const key = `${call.headers.authorization} ${owner}`;
      const { externalId } = sentFields(call);
      if (owners.has(key) && owners.get(key) !== externalId) return { status: 200, body: sentFields(call) };
      const answer = await handle(call);
      if (answer.status === 200) owners.set(key, externalId);
      return answer;
    };
  };

/** The defects that orders, stores and abandoned carts have in common. */
export const partnerRecordDefects = (
  { name, root }: Pick<PartnerRecord, 'name' | 'root'>,
  ids: RuleIds,
  also: AlsoRed,
): readonly Defect[] => {
  const creates = callsTo(`POST ${root}`);
  const byExternalId = `GET ${root}/external/:externalId`;
  return defectsOf({
    [ids.found]: {
      [`finds no ${name} by externalId`]: { ...findsNothing(byExternalId), also: also.byExternalId },
      [`finds no ${name} by id`]: { ...findsNothing(`GET ${root}/:id`), also: also.byId },
      [`keeps the externalId of each ${name} in capitals`]: {
        wrap: readsBodyOtherwise(creates, (sent) => ({
          ...sent,
          externalId: sent.externalId && String(sent.externalId).toUpperCase(),
        })),
        also: also.byExternalId,
      },
      [`takes each further ${name} of a customer or name for the first`]: {
        wrap: keepsFirstOfOwner(creates),
        also: [ids.everyPostIsNew, ids.awkward, ...also.ofOneOwner],
      },
    },
    [ids.awkward]: {
      [`does not decode slashes in the externalId of ${name} lookups`]: {
        wrap: readsPathOtherwise(callsTo(byExternalId), '/', '%2F'),
      },
      [`takes a plus for a space in the externalId of ${name} lookups`]: {
        wrap: readsPathOtherwise(callsTo(byExternalId), '+', ' '),
      },
    },
    [ids.everyPostIsNew]: {
      [`takes each ${name} without externalId for the same one`]: {
        wrap: readsBodyOtherwise(
          (call) => creates(call) && namesNothing(call),
          (sent) => ({ ...sent, externalId: 'nameless' }),
        ),
      },
      [`stores each ${name} without externalId twice`]: {
        wrap: (handle: Handle) => async (call: Call) => {
          if (creates(call) && namesNothing(call)) await handle(call);
          return handle(call);
        },
      },
    },
    [ids.onePerExternalId]: {
      [`makes another ${name} of every externalId that comes again`]: {
        policy: { identity: { byExternalId: () => undefined } },
        also: also.otherKinds,
      },
    },
    [ids.changed]: {
      [`never changes the externalId of any ${name}`]: {
        wrap: readsBodyOtherwise(callsTo(`PUT ${root}/:id`), ({ externalId: _, ...sent }) => sent),
      },
      [`still finds a record by the externalId that it no longer has, by GET ${root}/external/:externalId`]:
        findsByOldKey(byExternalId),
    },
    [ids.gone]: {
      [`keeps each ${name} that it deletes`]: {
        ...keepsWhatItDeletes(`DELETE ${root}/:id`),
        also: ['PAG-31', ids.onePerExternalId],
      },
      [`still finds a deleted ${name} by externalId`]: {
        wrap: remembersDeleted(byExternalId),
        also: [ids.onePerExternalId, ids.changed],
      },
      [`still finds a deleted ${name} by id`]: { wrap: remembersDeleted(`GET ${root}/:id`) },
      [`has another message for a deleted ${name} by externalId than for one that never was`]: misnamesDeleted(
        byExternalId,
        { message: 'Gone' },
      ),
      [`accepts the update of a deleted ${name}`]: {
        wrap: forgetsDeletion(callsTo(`DELETE ${root}/:id`), callsTo(`PUT ${root}/:id`), {}),
      },
    },
  });
};
