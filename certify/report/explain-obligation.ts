import type { StatementId } from '../../core/statement.ts';
import { factsIn, wrapped } from '../../reports/kit/printable.ts';
import { asked } from '../obligations/asked.ts';
import type { Obligation } from '../obligations/obligation.ts';

const indent = '  ';
const labelWidth = 12;
const lineWidth = 100;
const fact = factsIn({ indent, labelWidth });

/** Why an obligation has its level. */
const levelOf = ({ level, inferred, isPromised }: Obligation): string => {
  if (isPromised) return 'must: it is promised by the declared capability';
  if (level === 'must') return 'must: the document requires it of a partner';
  return `should: ${inferred ?? 'the document recommends it'}`;
};

/**
 * Explains an obligation for a terminal: its level with the reason, its statements, and the partners that it binds.
 * `sentenceOf` has the sentences of statements that ask nothing of a partner.
 */
export const explainObligation = (obligation: Obligation, sentenceOf: (id: StatementId) => string): string[] => {
  const { id, text, source, statements, needs, arisesWith } = obligation;
  const declared = needs === undefined ? (arisesWith ?? []) : [needs];
  return [
    `${id}  ${text}`,
    '',
    ...fact('level', ...wrapped(levelOf(obligation), lineWidth)),
    ...fact('section', source),
    ...fact(
      'statements',
      ...statements.map((statement) => `${statement} ${asked[statement]?.sentence ?? sentenceOf(statement)}`),
    ),
    ...fact('for', declared.length === 0 ? 'every partner' : `partners that declare ${declared.join(' or ')}`),
    '',
    `${indent}npx selo certify --partner partner.json`,
  ];
};
