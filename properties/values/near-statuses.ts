import fc from 'fast-check';

const known = ['completed', 'on-hold', 'canceled', 'processing'] as const;

/** A text that is none of the four statuses. */
export interface NearStatus {
  sent: string;
  /** How it differs from the status. Many differences are invisible in print. */
  slip: string;
}

const near = (slip: string, sent: string): NearStatus => ({ sent, slip });

const oneOfTheFour = fc.constantFrom(...known);

/** White space that only some functions trim, and invisible characters. */
const unseen: Readonly<Record<string, string>> = {
  space: ' ',
  'line break': '\n',
  tab: '\t',
  'return and line break': '\r\n',
  'no-break space': '\u00a0',
  'thin space': '\u2009',
  'ideographic space': '\u3000',
  'line separator': '\u2028',
  'byte order mark': '\ufeff',
  'zero-width space': '\u200b',
  'zero-width joiner': '\u200d',
  'left-to-right mark': '\u200e',
  'soft hyphen': '\u00ad',
};

const padded = fc
  .tuple(oneOfTheFour, fc.constantFrom('after', 'before', 'within', 'around'), fc.constantFrom(...Object.keys(unseen)))
  .map(([status, where, name]) => {
    const stray = unseen[name] ?? '';
    const sent = {
      after: status + stray,
      before: stray + status,
      within: status.slice(0, 4) + stray + status.slice(4),
      around: stray + status + stray,
    }[where];
    return near(`a ${name} ${where} it`, sent);
  });

const withCapitalAt = (status: string, at: number): string =>
  status.slice(0, at) + status.charAt(at).toUpperCase() + status.slice(at + 1);

const inOtherCase = fc.oneof(
  fc
    .tuple(oneOfTheFour, fc.nat({ max: 9 }))
    .map(([status, at]) => near('one capital', withCapitalAt(status, at % status.length))),
  oneOfTheFour.map((status) => near('all but its first letter in capitals', status[0] + status.slice(1).toUpperCase())),
  fc.constant(near('each word with a capital', 'On-Hold')),
);

/** Similar letters. Some normalizations make some of them equal to the original ones. */
const lookAlikes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Cyrillic letters': { c: 'с', o: 'о', p: 'р', e: 'е', a: 'а', s: 'ѕ', i: 'і', h: 'һ' },
  'full-width letters': { c: 'ｃ', o: 'ｏ', p: 'ｐ', e: 'ｅ', n: 'ｎ', d: 'ｄ' },
  'mathematical letters': { c: '𝐜', o: '𝐨', p: '𝐩', n: '𝐧', d: '𝐝' },
  'letters with accents': { c: 'ç', o: 'ó', a: 'á', e: 'é', n: 'ñ', i: 'í' },
  'letters that fold in capitals': { s: 'ſ', i: 'ı', l: 'Ⅼ' },
};

const inOtherLetters = fc
  .tuple(oneOfTheFour, fc.constantFrom(...Object.keys(lookAlikes)), fc.boolean())
  .map(([status, name, isFirstOnly]) => {
    const letters = lookAlikes[name] ?? {};
    const all = Array.from(status, (letter) => letters[letter] ?? letter);
    const first = all.findIndex((letter, at) => letter !== status[at]);
    const one = Array.from(status).with(Math.max(first, 0), all[Math.max(first, 0)] ?? '');
    return near(name, (isFirstOnly ? one : all).join(''));
  });

const otherHyphens = fc
  .constantFrom('_', ' - ', '--', '‐', '‑', '–', '—', '−', '－', '.', '/', '%2D')
  .map((hyphen) => near('another hyphen', `on${hyphen}hold`));

const extended = fc.oneof(
  fc
    .tuple(oneOfTheFour, fc.constantFrom('d', '.', '*', ',on-hold', '\ncompleted', '-2', ' (1)'))
    .map(([status, end]) => near('a longer end', status + end)),
  fc
    .tuple(fc.constantFrom('wc-', 'status:', 'paid\n', 'not ', '"', 'un'), oneOfTheFour)
    .map(([start, status]) => near('a longer beginning', start + status)),
);

const otherWords = fc.oneof(
  fc
    .constantFrom('Pagamento realizado', 'Aguardando pagamento', 'Cancelado', 'Entregue')
    .map((sent) => near('the word of the panel', sent)),
  fc
    .constantFrom('concluído', 'em espera', 'cancelado', 'processando', 'completado', 'en espera', 'pago', 'terminé')
    .map((sent) => near('a word of another language', sent)),
  fc
    .constantFrom('completing', 'canceling', 'cancelation', 'held', 'hold', 'process', 'processed', 'complete-on-hold')
    .map((sent) => near('a word of the same stem', sent)),
  fc
    .constantFrom('constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf', 'length')
    .map((sent) => near('a name that every object has', sent)),
  fc.constantFrom('0', '1', 'true', 'null', 'undefined', 'NaN', '*', '[]').map((sent) => near('a value as text', sent)),
);

const edited = fc
  .tuple(oneOfTheFour, fc.nat({ max: 10 }), fc.nat({ max: 2 }), fc.string({ unit: 'grapheme', maxLength: 2 }))
  .map(([status, at, dropped, put]) => near('a letter or two', status.slice(0, at) + put + status.slice(at + dropped)));

const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((sent) => near('everything', sent));

const isWrong = ({ sent }: NearStatus): boolean =>
  // a text of white space may count as a missing status, which is refused with another response
  sent.trim() !== '' && !known.some((status) => status === sent);

/** Texts that are close to a status, weighted by the number of variants, and a few other texts. */
export const nearStatus: fc.Arbitrary<NearStatus> = fc
  .oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: padded },
    { weight: 2, arbitrary: inOtherCase },
    { weight: 2, arbitrary: inOtherLetters },
    { weight: 2, arbitrary: otherHyphens },
    { weight: 6, arbitrary: extended },
    { weight: 4, arbitrary: otherWords },
    { weight: 2, arbitrary: edited },
    { weight: 1, arbitrary: anyText },
  )
  .filter(isWrong);
