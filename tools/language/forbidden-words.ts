interface ForbiddenWord {
  word: string;
  instead: string;
  /** Stored or public names, which stay. */
  except?: RegExp;
}

const forbiddenWords: readonly ForbiddenWord[] = [
  {
    word: 'laws?',
    instead: 'property',
    except:
      /LAW\b|Little's law\b|\bLaw, Simulation|\blaws?-(?:[a-z]+|\d+|\\d|\$\{)|\blaws\b(?=[:,}]| [}+])|isProperty|describeProperties|sampleFailedProperty/g,
  },
  { word: 'told', instead: 'reported or message', except: /\btold: (?:expect|\{ type)/g },
  { word: 'tells?|telling', instead: 'report, show, say or distinguish' },
  { word: 'accus\\w*', instead: 'false positive' },
  { word: 'demand\\w*', instead: 'assertion or require' },
  { word: 'tap(?:es?|ing|ed)', instead: 'recording' },
  { word: 'anew', instead: 'again' },
  { word: 'whoever', instead: 'anyone who' },
  { word: 'mend(?:s|ed|ing)?', instead: 'fix' },
  { word: 'so many', instead: 'N', except: /keeps so many attempts/g },
  { word: 'at the least', instead: 'at least' },
  { word: 'for want of', instead: 'without' },
  { word: '(?:im)?patien(?:t|ce)', instead: 'timeout' },
  { word: 'insist\\w*', instead: 'retry' },
  { word: 'giv(?:es?|en) back', instead: 'restore or release' },
  { word: 'save (?:for|that|what|those|where it)', instead: 'except' },
  { word: 'twins?', instead: 'faulty or compliant partner' },
  { word: 'behaviours?', instead: 'behavior' },
  { word: 'licences?', instead: 'license' },
  { word: 'judgements?', instead: 'judgment' },
  { word: '(?:un)?modelled', instead: 'modeled' },
];

const patternOf = (word: string): RegExp => new RegExp(`\\b(?:${word})\\b`, 'i');

const patterns = forbiddenWords.map((forbidden) => ({ ...forbidden, found: patternOf(forbidden.word) }));
/** Nearly no line has any of them. */
const anyFound = patternOf(forbiddenWords.map(({ word }) => word).join('|'));

/** The words of names: `brokenDemand` has the word `demand`. */
const inWords = (line: string): string => line.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[-_]/g, ' ');

/** The forbidden words of a line, even in names. */
export const forbiddenIn = (line: string): string[] =>
  anyFound.test(inWords(line))
    ? patterns.flatMap(({ found, instead, except }) => {
        const [match] = found.exec(inWords(except ? line.replace(except, '') : line)) ?? [];
        return match === undefined ? [] : [`${match}: write ${instead}`];
      })
    : [];
