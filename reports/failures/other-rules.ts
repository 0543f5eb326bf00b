interface Judged {
  suite: { version: string; rules?: string };
}

/** Whether two runs by the same version of Selo were judged by different sources of it; false where one does not say. */
export const hasOtherRules = ({ suite: one }: Judged, { suite: other }: Judged): boolean =>
  one.version === other.version && one.rules !== undefined && other.rules !== undefined && one.rules !== other.rules;
