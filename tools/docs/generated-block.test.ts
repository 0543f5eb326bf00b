import { expect, test } from 'vitest';
import { fillBlock } from './generated-block.ts';

const page = 'Before\n\n<!-- counts: written -->\n\nold $1\n\n<!-- /counts -->\n\nAfter\n';

test('a block gets its text and the rest of the page stays, as often as it is filled', () => {
  const filled = fillBlock(page, 'counts', '5 rules, $& and $1');
  expect(filled).toBe('Before\n\n<!-- counts: written -->\n\n5 rules, $& and $1\n\n<!-- /counts -->\n\nAfter\n');
  expect(fillBlock(filled, 'counts', '5 rules, $& and $1')).toBe(filled);
});

test('a page without the block is refused', () => {
  expect(() => fillBlock(page, 'figures', '')).toThrow('has no block <!-- figures: … -->');
});
