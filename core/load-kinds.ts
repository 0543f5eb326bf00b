/** What a load run sends. */
export const scriptNames = ['orders', 'webhooks', 'mixed'] as const;
export type ScriptName = (typeof scriptNames)[number];

/** How load arrives over time. */
export const shapeNames = ['smoke', 'steady', 'breakpoint', 'search', 'spike', 'soak', 'stages'] as const;
export type ShapeName = (typeof shapeNames)[number];

/** What happens to the receiver or the target during a drill. */
export const drillKinds = ['refusing', 'hanging', 'resetting', 'gone', 'restart'] as const;
export type DrillKind = (typeof drillKinds)[number];
