import { expect, test } from 'vitest';
import { TargetError } from '../fixtures/containers/target-error.ts';
import { CliError, Interrupted } from './cli-error.ts';
import { exitCodeOf } from './exit-codes.ts';

test('an interruption and a target that did not start have exit codes of their own', () => {
  const errors = [new CliError('x'), new TypeError('x'), new TargetError('x'), new Interrupted('x')];
  expect(errors.map(exitCodeOf)).toEqual([2, 2, 3, 130]);
});
