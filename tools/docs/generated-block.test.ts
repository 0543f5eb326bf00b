import { expect, test } from 'vitest';
import { fillBlock } from './generated-block.ts';

const page = 'Before\n\n<!-- counts: written -->\n\nold $1\n\n<!-- /counts -->\n\nAfter\n';

test('filling a block changes nothing else, and can be repeated', () => {
  const filled = fillBlock(page, 'counts', '5 rules, $& and $1');
  expect(filled).toBe('Before\n\n<!-- counts: written -->\n\n5 rules, $& and $1\n\n<!-- /counts -->\n\nAfter\n');
  expect(fillBlock(filled, 'counts', '5 rules, $& and $1')).toBe(filled);
});

test('a page without the block is an error', () => {
  expect(() => fillBlock(page, 'figures', '')).toThrow('has no block <!-- figures: … -->');
});
