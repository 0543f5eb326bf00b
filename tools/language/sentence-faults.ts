import { forbiddenIn } from './forbidden-words.ts';

const maxWords = 30;

interface Pattern {
  kind: string;
  found: RegExp;
}

const prepositions =
  '(?:without|with|for|from|in|on|at|by|of|after|before|under|through|among|between|until|since|during|over|into|via|against|beyond|whatever|beside)';

const capital = (words: string): string => words.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

const patterns: readonly Pattern[] = [
  { kind: 'ends in', found: /\b(?:anew|alone|too|meanwhile)(?=[.;:!?)]*$)/i },
  {
    kind: 'clause',
    found:
      /\b(?:of which|of whom|for want of|beside|whoever|notwithstanding|likewise|hence|lest|shall|whilst|amongst)\b/i,
  },
  { kind: 'passive opening', found: /^(?:Is|Was|Are|Were|Been|Being) (?!.*\?$)/ },
  {
    kind: 'opens with a preposition and no comma',
    // a text in lower case may be a part of a sentence, unless it has a subject and a verb
    found: new RegExp(
      `^(?:${capital(prepositions)} (?:[^ ,:]+ ){3}|${prepositions} (?!.*\\bthat\\b)[^,:;]*\\b(?:the|an?|every|each|no|nothing|nobody|it) (?:\\w+ ){1,4}(?:is|are|was|were|has|have|can|cannot|gave|would|may|must|needs) )[^,:;]*$`,
    ),
  },
];

const british = new RegExp(
  [
    '\\w*(?:colour|behaviour|favour|honour|neighbour|labour)\\w*',
    '(?:synchron|recogn|initial|normal|serial|organ|util|optim|summar|author|categor|minim|maxim|standard|general|visual|prioriti)is(?:e|ed|es|ing|ation)',
    '(?:cancel|travel|label|model)l(?:ed|ing)|centre|licences?|grey|judgement|acknowledgement|learnt|spelt|cheque|defence|programme|towards',
    'look-ups?|time-outs?',
  ]
    .map((words) => `\\b(?:${words})\\b`)
    .join('|'),
  'i',
);

/** The sentences of a text, without its code and quoted values. */
const sentencesOf = (text: string): string[] =>
  text
    .replaceAll(/`[^`]*`|"[\w-]+"/g, '`x`')
    .split(/(?<=[.!?:;][")]?)\s+(?=[A-Z0-9`"_*])| · |\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** Counts words, without the ids of rules and statements. */
const wordsIn = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /\w/.test(word) && !/^\(?[A-Z]+-?\d+[,.;:)]*$/.test(word)).length;

/** The faults of a text, each with its kind and the sentence. */
export const sentenceFaults = (text: string): string[] =>
  sentencesOf(text).flatMap((sentence) => [
    ...forbiddenIn(sentence),
    ...(wordsIn(sentence) > maxWords ? [`over ${maxWords} words: ${sentence}`] : []),
    ...patterns.flatMap(({ kind, found }) => {
      const [match] = found.exec(sentence) ?? [];
      return match === undefined ? [] : [`${kind} (${match}): ${sentence}`];
    }),
    ...(british.test(sentence) ? [`British spelling (${british.exec(sentence)?.[0]}): ${sentence}`] : []),
  ]);
