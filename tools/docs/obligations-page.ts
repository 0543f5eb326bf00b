import { asked, unjudged } from '../../certify/obligations/asked.ts';
import { type Obligation, writing } from '../../certify/obligations/obligation.ts';
import { obligations } from '../../certify/obligations/obligations.ts';
import { markdownTable } from './markdown-table.ts';

const introduction = `# Obligations of a partner

What [a certification](certify.md) judges. \`npm run docs\` writes this page, and \`npx selo explain PART-1\` explains one of them.
[catalogue.md](catalogue.md) lists the statements of the document, S001 to S228. The first statement of an obligation decides its
level. A must has one that requires this of a partner, or it is promised by a declared capability. A should has a statement that
recommends it, or says why it is not a must.
`;

const partnersOf = (arisesWith: Obligation['arisesWith']): string => {
  if (arisesWith === undefined) return 'every partner';
  return arisesWith === writing ? 'partners that write' : arisesWith.join(', ');
};

export const obligationsPage = (): string =>
  [
    introduction,
    `${obligations.length} obligations judge ${Object.keys(asked).length - Object.keys(unjudged).length} of the ${Object.keys(asked).length} statements that ask something of a partner.`,
    '',
    ...markdownTable(
      ['Obligation', 'What the software has to do', 'Level', 'Section', 'Statements', 'For'],
      obligations.map(({ id, text, level, inferred, isPromised, source, statements, needs, arisesWith }) => [
        id,
        text,
        `${level}${isPromised ? ', promised' : ''}${inferred === undefined ? '' : `: ${inferred}`}`,
        source,
        statements.join(', '),
        needs ?? partnersOf(arisesWith),
      ]),
    ),
    '',
    '## What no obligation judges',
    '',
    ...Object.entries(unjudged).map(([id, what]) => `- ${what} (${id})`),
    '- where else the software sends requests, because Selo sees only those that it gets',
    '- how long the software waits before it repeats a request, because the document names no pause; only none at all is a remark',
    '- the hour at which a coupon ends, because software that keeps days may hold it to the end of its day',
    '- dates in fields that neither the document nor the partner file names, because the platform need not read them as dates',
    '',
  ].join('\n');
