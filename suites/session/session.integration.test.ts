import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCapture } from '../../fixtures/capture/start-capture.ts';
import { wholeLinesIn } from '../../fixtures/reading/whole-lines.ts';
import { testProfile, testSecrets } from '../../fixtures/test-profile.ts';
import { serving } from '../../fixtures/test-server.ts';
import { runFiles } from './evidence-folder.ts';
import { makeTry } from './make-context.ts';
import { openTestSession } from './test-session.ts';

test('every exchange goes to the run’s folder as it comes, without secrets', async () => {
  const token = testSecrets.TOKEN;
  await using server = await serving((request, response) =>
    response.end(JSON.stringify({ echo: request.headers.authorization })),
  );
  await using opened = await openTestSession(testProfile(server.url));
  const { context } = makeTry(opened.session, 'TEST-1', 0);
  await context.get('/one');
  await context.get(`/two/${token}`);
  const written = () => [...wholeLinesIn(join(opened.folder, runFiles.exchanges))];
  const inShort = () => written().map((line) => [JSON.parse(line).number, JSON.parse(line).request.path]);
  await expect.poll(inShort).toEqual([
    [1, '/one'],
    [2, '/two/«TOKEN»'],
  ]);
  expect(written().join('\n')).not.toContain(token);
  expect(opened.session.exchanges.map(({ number }) => number)).toEqual([1, 2]);
});

test('the exchanges that rules judge are as they came', async () => {
  await using server = await serving((request, response) =>
    response.end(JSON.stringify({ echo: request.headers.authorization })),
  );
  await using opened = await openTestSession(testProfile(server.url));
  const answer = await makeTry(opened.session, 'TEST-1', 0).context.get('/one');
  expect(answer.body).toEqual({ echo: `Bearer ${testSecrets.TOKEN}` });
});

test('a company has one lock, and a receiver only where the run has one for it', async () => {
  await using capture = await startCapture();
  const mailbox = { id: 'a'.repeat(20), url: `${capture.publicUrl}/in/${'a'.repeat(20)}`, bearerToken: 'b' };
  await using opened = await openTestSession(testProfile('http://127.0.0.1:1'), {
    capture,
    mailboxes: { main: mailbox },
  });
  const { session } = opened;
  expect(session.lock('main')).toBe(session.lock('main'));
  expect(session.lock('main')).not.toBe(session.lock('other'));
  expect(session.receiver('main')?.mailbox).toEqual(mailbox);
  expect(session.receiver('other')).toBeUndefined();
});

test('disposable users are counted from the first', async () => {
  await using opened = await openTestSession(testProfile('http://127.0.0.1:1'));
  expect([1, 2, 3].map(() => opened.session.nextDisposableUser())).toEqual([0, 1, 2]);
});
