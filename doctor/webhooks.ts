import { request } from 'undici';
import { connectCapture } from '../fixtures/capture/connect-capture.ts';
import { startCapture } from '../fixtures/capture/start-capture.ts';
import type { Profile } from '../fixtures/profile/profile.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const reachTimeoutMs = 5000;

const answers = async (url: string): Promise<string | undefined> => {
  try {
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(reachTimeoutMs) });
    await body.dump();
    return statusCode < 500 ? undefined : `status ${statusCode}`;
  } catch (error) {
    return error instanceof Error ? error.message || error.name : String(error);
  }
};

const examineReach = async (subject: string, url: string, key: string): Promise<Finding> => {
  const trouble = await answers(url);
  return trouble === undefined
    ? ok(subject, `${url} answers from here`)
    : problem(
        subject,
        `${url} does not answer from here: ${trouble}`,
        `correct ${key}, or start what should listen there`,
      );
};

const examineControl = async (controlUrl: string, controlToken: string): Promise<Finding> => {
  try {
    await using _ = await connectCapture({ controlUrl, controlToken, lostAfterMs: reachTimeoutMs });
    return ok('capture control', `${controlUrl} answers from here`);
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    return problem('capture control', told, 'correct capture.controlUrl or capture.controlToken');
  }
};

const examineCapture = async ({ capture = {} }: Profile): Promise<Finding[]> => {
  if (capture.controlUrl) {
    const control = await examineControl(capture.controlUrl, capture.controlToken?.value ?? '');
    return capture.publicUrl
      ? [control, await examineReach('capture address', capture.publicUrl, 'capture.publicUrl')]
      : [control];
  }
  try {
    await using started = await startCapture({
      ...(capture.port === undefined ? {} : { port: capture.port }),
      ...(capture.host === undefined ? {} : { host: capture.host }),
      ...(capture.publicUrl === undefined ? {} : { publicUrl: capture.publicUrl }),
    });
    return [await examineReach('capture address', started.publicUrl, 'capture.publicUrl')];
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    return [problem('capture', `the capture server cannot start: ${told}`, 'correct capture.port or capture.host')];
  }
};

/** Whether notifications can be received, and whose registrations the run may take over (Events › Delivery). */
export const examineWebhooks = async (profile: Profile): Promise<Finding[]> => {
  const takers = profile.companies.filter(({ webhook }) => webhook?.takeOver);
  if (!profile.capture || takers.length === 0 || !profile.resources.webhooks) {
    const advice = 'declare capture, resources.webhooks and companies[].webhook.takeOver: true';
    return [warning('webhooks', 'the profile lets none be received, so no rule about them is judged', advice)];
  }
  const findings = await examineCapture(profile);
  for (const { name, webhook } of takers) {
    const subject = `registration of ${name}`;
    findings.push(
      webhook?.restore
        ? ok(subject, `is taken over, and ${webhook.restore.url} is put back`)
        : ok(subject, 'is taken over and removed afterwards; companies[].webhook.restore would put another one back'),
    );
  }
  return findings;
};
