import type { Certificate } from '../../core/certificate.ts';

/** The problems of a session that does not fit the records of its parts. */
export const sessionProblems = ({ session, records }: Certificate): string[] => {
  const [first, ...resumed] = records;
  const isInOrder = resumed.every(({ startedAt }, index) => startedAt > (records[index]?.startedAt ?? ''));
  return [
    ...(session.startedAt === first?.startedAt && isInOrder
      ? []
      : [`its session began (${session.startedAt}) at another time than its records say`]),
    ...(records.every(({ seed }) => seed === session.seed)
      ? []
      : [`its records are of another seed than ${session.seed}`]),
    ...(records.every(({ timeScale }) => timeScale === first?.timeScale)
      ? []
      : ['its records have several time scales']),
    ...((session.ended === 'incomplete') === (session.endedBy !== undefined)
      ? []
      : [`its session is ${session.ended}, and its end has ${session.endedBy === undefined ? 'no' : 'a'} reason`]),
  ];
};
