import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Result, resultSchema, resultVersion } from '../../core/result.ts';
import { readJson } from '../../fixtures/reading/read-json.ts';
import { excerpt, printable } from '../../reports/kit/printable.ts';
import { completed } from '../../reports/unfinished-result.ts';
import { resultFile } from '../../reports/write-files.ts';
import { CliError } from '../cli-error.ts';

const shownIssues = 3;
const maxIssueLength = 200;

const versioned = z.object({ schema: z.unknown() });

const requireVersion = (file: string, content: unknown): void => {
  const { data } = versioned.safeParse(content);
  if (data?.schema === undefined) throw new CliError(`${file} is not the result of a run: it names no schema.`);
  const { schema } = data;
  if (schema === resultVersion) return;
  if (typeof schema === 'number') {
    throw new CliError(
      `${file} is a result of version ${schema}, and this Selo reads version ${resultVersion}: render it with the Selo that wrote it.`,
    );
  }
  throw new CliError(
    `${file} is not the result of "selo run": its schema is ${excerpt(JSON.stringify(schema), maxIssueLength)}.`,
  );
};

const describeIssue = ({ path, message }: z.core.$ZodIssue): string =>
  excerpt(`/${path.map(String).join('/')}: ${message}`, maxIssueLength);

const refused = (said: string): CliError => new CliError(printable(said));

/**
 * Reads the result of a run from its file or folder. The result of a killed run is completed from its logs. Throws
 * `CliError` if there is no valid result of this version.
 */
export const readResult = (path: string): Result => {
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, resultFile) : path;
  if (!existsSync(file)) {
    throw new CliError(
      `${file} is not there: name the result.json of a run, or judge a target with "npx selo run" first.`,
    );
  }
  const content = readJson(file, refused);
  requireVersion(file, content);
  const parsed = resultSchema.safeParse(content);
  if (parsed.success) {
    return parsed.data.run.unfinished ? completed(parsed.data, dirname(file), refused) : parsed.data;
  }
  const { issues } = parsed.error;
  const more = issues.length - shownIssues;
  throw new CliError(
    [
      `${file} says that it is a result of version ${resultVersion}, but it cannot be read as one:`,
      ...issues.slice(0, shownIssues).map((issue) => `  ${describeIssue(issue)}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ].join('\n'),
  );
};
