/** What a load run sends. */
export const scriptNames = ['orders', 'webhooks', 'mixed'] as const;
export type ScriptName = (typeof scriptNames)[number];

/** How load arrives over time. */
export const shapeNames = ['smoke', 'steady', 'breakpoint', 'search', 'spike', 'soak', 'stages'] as const;
export type ShapeName = (typeof shapeNames)[number];

/** How the receivers answer an attempt. */
export type ReceiverBehavior = 'acknowledge' | { status: number } | 'hang' | 'reset' | 'refuse connections';

/** Help, schema, reports and documents are derived from these rows. */
interface DrillRow {
  /** Shown in reports. */
  title: string;
  /** Shown in the documents. */
  does: string;
  /** How the receivers behave during the drill; absent if only the target restarts. */
  receivers?: ReceiverBehavior;
  /** No attempts can be seen during the drill, so none can be judged as late. */
  hidesAttempts?: true;
}

/** What happens to the receivers or the target during a drill. */
export const drills = {
  refusing: { title: 'receivers refuse', does: 'The receivers answer 503.', receivers: { status: 503 } },
  hanging: { title: 'receivers hang', does: 'The receivers do not answer.', receivers: 'hang' },
  resetting: {
    title: 'receivers reset the connection',
    does: 'The receivers reset each connection.',
    receivers: 'reset',
  },
  gone: {
    title: 'receivers are gone',
    does: 'The receivers refuse connections.',
    receivers: 'refuse connections',
    hidesAttempts: true,
  },
  restart: {
    title: 'the target restarts',
    does: 'The hooks in `load.restart` of the profile kill the target and start it again.',
    hidesAttempts: true,
  },
} as const satisfies Record<string, DrillRow>;

export type DrillKind = keyof typeof drills;
export const drillOf = (kind: DrillKind): DrillRow => drills[kind];

const isDrillKind = (name: string): name is DrillKind => Object.hasOwn(drills, name);
export const drillKinds = Object.keys(drills).filter(isDrillKind);
