import { z } from 'zod';
import { countSchema } from './exchange.ts';
import { recordKindSchema } from './journal.ts';
import { outcomeSchema } from './outcome.ts';
import { verdictSchema } from './verdict.ts';

/** Of the results that this version writes and reads. */
export const resultVersion = 4;

/** How far a run goes: `quick` leaves out what takes minutes on a real target. */
export const depths = ['quick', 'full'] as const;
const depthSchema = z.enum(depths);
export type Depth = z.output<typeof depthSchema>;

const texts = z.record(z.string(), z.string());

const judgedWaiver = z.strictObject({
  rule: z.string(),
  reason: z.string(),
  /** Who answers for it. */
  by: z.exactOptional(z.string()),
  until: z.iso.date(),
  /** `idle`: its rule was not judged. `stale`: its rule holds. */
  state: z.enum(['applied', 'idle', 'stale', 'expired']),
});

/** Where a company's notifications arrive during a run. */
const mailbox = z.strictObject({
  id: z.string(),
  /** What is registered with the platform. */
  url: z.string(),
  bearerToken: z.string(),
  /** The platform's id of the registration, where its answer or the profile shows it. */
  registrationId: z.exactOptional(z.string()),
});

/** A request as it was sent, without credentials, and what the target answered. */
const refused = z.strictObject({
  method: z.string(),
  path: z.string(),
  body: z.exactOptional(z.string()),
  status: z.int(),
  text: z.string(),
});

/** A key of the profile that is wrong, with the first request that the target refused for it. */
const profileFault = z.strictObject({
  key: z.string(),
  message: z.string(),
  refused: z.exactOptional(refused),
  /** That could not be judged for it. */
  rules: z.array(z.string()),
});

/** What the checks of a run knew of their target from the beginning. */
const setUp = z.strictObject({
  /** As a file would hold it: secrets by the names of their variables. */
  profile: z.record(z.string(), z.json()),
  /** Where the notifications of a company arrived, by the company's name. */
  mailboxes: z.record(z.string(), mailbox),
  /** Why nothing of a company could be received, by the company's name. */
  unregistered: texts,
  /** The first registration of a receiver that the target refused when the run began. */
  refusedRegistration: z.exactOptional(refused),
});

/** What the run was asked to judge at least. */
const requirements = z.strictObject({
  /** Percent of the applicable rules that are judged at least; below, the run is partial, or fails where it was chosen. */
  minCoverage: z.number().min(0).max(100),
  isMinimumChosen: z.boolean(),
  /** Rules that fail the run when they are not judged; `isNamed` those required by their own id. */
  required: z.array(z.strictObject({ rule: z.string(), isNamed: z.boolean() })),
  /** How many rules there are to select from. */
  catalogue: countSchema,
});

/** What became of everything that a run created. */
const residue = z.strictObject({
  /** Records that existed after the run. */
  created: countSchema,
  /** Records deleted, each seen to be gone. */
  removed: countSchema,
  /** Records that the run made and that are still there. */
  left: z.array(
    z.strictObject({ kind: recordKindSchema, company: z.string(), key: z.string().optional(), why: z.string() }),
  ),
});

/** The document that a run leaves: everything that the other reports are made of, secrets removed. */
export const resultSchema = z.strictObject({
  schema: z.literal(resultVersion),
  suite: z.strictObject({
    version: z.string(),
    /** Of the source of everything that judged. */
    rules: z.exactOptional(z.string()),
    /** What the proof of this version's verdicts came to. */
    proven: z.strictObject({
      rules: countSchema,
      properties: countSchema,
      defects: countSchema,
      caught: countSchema,
      variants: countSchema,
      falsePositives: countSchema,
    }),
  }),
  run: z.strictObject({
    id: z.string(),
    seed: z.int(),
    depth: depthSchema,
    /** Of a run that repeated one drawn case of a property. */
    path: z.exactOptional(z.string()),
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime(),
    interrupted: z.boolean(),
    /** As it was written when the run began: what came since then is in the logs beside it. */
    unfinished: z.exactOptional(z.literal(true)),
    /** Sent by the checks. */
    requests: countSchema,
  }),
  target: z.strictObject({
    name: z.string(),
    baseUrl: z.url(),
    /** The options of the command line that named it; none for the profile of the folder or the embedded platform. */
    options: z.array(z.string()),
    /** Real seconds per documented second. */
    timeScale: z.number().positive(),
    /** Names of the secrets, as requests and answers show them between « and ». */
    secrets: z.array(z.string()),
  }),
  counts: z.record(outcomeSchema, countSchema),
  /** What holds of what was judged. */
  conformance: z.strictObject({ held: countSchema, judged: countSchema }),
  /** What was judged of what the target offers. */
  coverage: z.strictObject({ judged: countSchema, applicable: countSchema }),
  /** Absent in results of earlier versions. */
  requirements: z.exactOptional(requirements),
  /** What the run comes to, and the same in words; without `--strict`. */
  concluded: z.exactOptional(
    z.strictObject({
      kind: z.enum(['holds', 'partial', 'failed', 'wrong', 'unjudgeable', 'interrupted']),
      message: z.string(),
    }),
  ),
  verdicts: z.array(verdictSchema),
  waivers: z.array(judgedWaiver),
  /** What could not be set up at the target, or not restored; the rules that needed it are unverified. */
  troubles: z.array(z.string()),
  /** Faults of the suite that belong to no single rule. */
  faults: z.array(z.string()),
  /** What the profile says wrongly. */
  profileFaults: z.exactOptional(z.array(profileFault)),
  residue: z.exactOptional(residue),
  /** Secrets that were found, and replaced, in what was about to be written. */
  secretsReplaced: countSchema,
  setUp: z.exactOptional(setUp),
  /** SHA-256 of what lies beside it, by the names of the files. */
  files: z.exactOptional(texts),
  /** SHA-256 of all the rest, keys in order: anyone who changes the document by accident is found. */
  digest: z.exactOptional(z.string()),
});

export type Result = z.output<typeof resultSchema>;
export type Mailbox = z.output<typeof mailbox>;
export type Refused = z.output<typeof refused>;
export type ProfileFault = z.output<typeof profileFault>;
export type JudgedWaiver = z.output<typeof judgedWaiver>;
/** What a run created, what it deleted, and what is left. */
export type CleanUpReport = z.output<typeof residue>;
