import { z } from 'zod';
import { countSchema } from './exchange.ts';
import { recordKindSchema } from './journal.ts';
import { outcomeSchema } from './outcome.ts';
import { verdictSchema } from './verdict.ts';

/** The version of results that this version of Selo writes and reads. */
export const resultVersion = 4;

/** `quick` leaves out what takes minutes on a real target. */
export const depths = ['quick', 'full'] as const;
const depthSchema = z.enum(depths);
export type Depth = z.output<typeof depthSchema>;

const texts = z.record(z.string(), z.string());

const judgedWaiver = z.strictObject({
  rule: z.string(),
  reason: z.string(),
  /** Who is responsible for the waiver. */
  by: z.exactOptional(z.string()),
  until: z.iso.date(),
  /** `idle`: the rule was not judged. `stale`: the rule holds. */
  state: z.enum(['applied', 'idle', 'stale', 'expired']),
});

/** Where the notifications of a company arrive during a run. */
const mailbox = z.strictObject({
  id: z.string(),
  /** The URL that is registered with the platform. */
  url: z.string(),
  bearerToken: z.string(),
  /** The platform's id of the registration, if its answer or the profile has it. */
  registrationId: z.exactOptional(z.string()),
});

/** A request without its credentials, and the answer. */
const refused = z.strictObject({
  method: z.string(),
  path: z.string(),
  body: z.exactOptional(z.string()),
  status: z.int(),
  text: z.string(),
});

/** A wrong key of the profile, with the first request that the target refused because of it. */
const profileFault = z.strictObject({
  key: z.string(),
  message: z.string(),
  refused: z.exactOptional(refused),
  /** Rules that could not be judged because of it. */
  rules: z.array(z.string()),
});

/** What the checks of a run knew about their target at its start. */
const setUp = z.strictObject({
  /** The profile as a file would have it, with the names of variables instead of secrets. */
  profile: z.record(z.string(), z.json()),
  /** The mailbox of each company, by the company's name. */
  mailboxes: z.record(z.string(), mailbox),
  /** Why notifications of a company could not be received, by the name of the company. */
  unregistered: texts,
  /** The first registration of a receiver that the target refused. */
  refusedRegistration: z.exactOptional(refused),
});

/** What the run had to judge at least. */
const requirements = z.strictObject({
  /** Minimum percentage of applicable rules to judge. Below it, the run is partial, or fails if the minimum was chosen. */
  minCoverage: z.number().min(0).max(100),
  isMinimumChosen: z.boolean(),
  /** Rules that fail the run if they are not judged; `isNamed`: required by its own id. */
  required: z.array(z.strictObject({ rule: z.string(), isNamed: z.boolean() })),
  /** Number of rules in the catalogue. */
  catalogue: countSchema,
});

const residue = z.strictObject({
  /** Records that existed after the run. */
  created: countSchema,
  /** Deleted records that were confirmed to be gone. */
  removed: countSchema,
  /** Created records that still exist. */
  left: z.array(
    z.strictObject({ kind: recordKindSchema, company: z.string(), key: z.string().optional(), why: z.string() }),
  ),
});

/** The document that a run writes. All other reports are made only from it. Secrets are removed. */
export const resultSchema = z.strictObject({
  schema: z.literal(resultVersion),
  suite: z.strictObject({
    version: z.string(),
    /** Digest of the source of everything that judges. */
    rules: z.exactOptional(z.string()),
    /** The result of the proof of this version. */
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
    /** Present if the run repeated one generated case of a property. */
    path: z.exactOptional(z.string()),
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime(),
    interrupted: z.boolean(),
    /** Present in a result that was written when the run began. Later events are in the logs next to it. */
    unfinished: z.exactOptional(z.literal(true)),
    /** Number of requests that the checks sent. */
    requests: countSchema,
  }),
  target: z.strictObject({
    name: z.string(),
    baseUrl: z.url(),
    /** The options of the command line that selected it; none for the profile of the folder or the embedded platform. */
    options: z.array(z.string()),
    /** Real seconds per documented second. */
    timeScale: z.number().positive(),
    /** Names of the secrets, which appear between « and » in requests and answers. */
    secrets: z.array(z.string()),
  }),
  counts: z.record(outcomeSchema, countSchema),
  conformance: z.strictObject({ held: countSchema, judged: countSchema }),
  coverage: z.strictObject({ judged: countSchema, applicable: countSchema }),
  /** Absent in results of earlier versions. */
  requirements: z.exactOptional(requirements),
  /** The conclusion of the run without `--strict`. */
  concluded: z.exactOptional(
    z.strictObject({
      kind: z.enum(['holds', 'partial', 'failed', 'wrong', 'unjudgeable', 'interrupted']),
      message: z.string(),
    }),
  ),
  verdicts: z.array(verdictSchema),
  waivers: z.array(judgedWaiver),
  /** What could not be set up or restored at the target. The rules that needed it are unverified. */
  troubles: z.array(z.string()),
  /** Faults of Selo that belong to no single rule. */
  faults: z.array(z.string()),
  profileFaults: z.exactOptional(z.array(profileFault)),
  residue: z.exactOptional(residue),
  /** Number of secrets that were replaced in the written files. */
  secretsReplaced: countSchema,
  setUp: z.exactOptional(setUp),
  /** SHA-256 of the other files in the folder, by name. */
  files: z.exactOptional(texts),
  /** SHA-256 of the rest of the document with sorted keys. It reveals accidental changes. */
  digest: z.exactOptional(z.string()),
});

export type Result = z.output<typeof resultSchema>;
export type Mailbox = z.output<typeof mailbox>;
export type Refused = z.output<typeof refused>;
export type ProfileFault = z.output<typeof profileFault>;
export type JudgedWaiver = z.output<typeof judgedWaiver>;
/** What a run created, what it deleted, and what is left. */
export type CleanUpReport = z.output<typeof residue>;
