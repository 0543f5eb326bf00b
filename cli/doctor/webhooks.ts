import { omitUndefined } from '../../core/omit-undefined.ts';
import { type CaptureAddress, connectCapture } from '../../fixtures/capture/client/connect-capture.ts';
import { startCapture } from '../../fixtures/capture/start-capture.ts';
import { openTransport } from '../../fixtures/client/transport.ts';
import { type Finding, ok, problem, warning } from '../../fixtures/finding.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';

const reachTimeoutMs = 5000;

const answers = async (url: string, { tls }: Profile): Promise<string | undefined> => {
  // the client certificate is only for the target
  const trusted = tls?.ca === undefined ? undefined : { ca: tls.ca };
  await using transport = openTransport(1, reachTimeoutMs / 1000, trusted);
  const answer = await transport.exchange({ url, method: 'GET', headers: {} });
  if ('lost' in answer) return answer.reason;
  return answer.status < 500 ? undefined : `status ${answer.status}`;
};

const examineReach = async (profile: Profile, url: string): Promise<Finding> => {
  const subject = 'capture address';
  const trouble = await answers(url, profile);
  return trouble === undefined
    ? ok(subject, `${url} answers from here`)
    : problem(
        subject,
        `${url} does not answer from here: ${trouble}`,
        'correct capture.publicUrl, or start what should listen there',
      );
};

const examineControl = async (address: Omit<CaptureAddress, 'lostAfterMs'>): Promise<Finding> => {
  try {
    await using _ = await connectCapture({ ...address, lostAfterMs: reachTimeoutMs });
    return ok('capture control', `${address.controlUrl} answers from here`);
  } catch (error) {
    const message = messageOf(error);
    return problem('capture control', message, 'correct capture.controlUrl or capture.controlToken');
  }
};

const examineCapture = async (profile: Profile): Promise<Finding[]> => {
  const { capture = {} } = profile;
  if (capture.controlUrl) {
    const control = await examineControl({
      controlUrl: capture.controlUrl,
      controlToken: capture.controlToken?.value ?? '',
      ...omitUndefined({ ca: profile.tls?.ca }),
    });
    return capture.publicUrl ? [control, await examineReach(profile, capture.publicUrl)] : [control];
  }
  try {
    await using started = await startCapture({
      ...omitUndefined({ port: capture.port, host: capture.host, publicUrl: capture.publicUrl }),
    });
    return [await examineReach(profile, started.publicUrl)];
  } catch (error) {
    const message = messageOf(error);
    return [problem('capture', `the capture server cannot start: ${message}`, 'correct capture.port or capture.host')];
  }
};

/**
 * Tests whether notifications can be received, and reports which registrations the run takes over (Events › Delivery).
 */
export const examineWebhooks = async (profile: Profile): Promise<Finding[]> => {
  const takers = profile.companies.filter(({ webhook }) => webhook?.takeOver);
  // `examineCoverage` reports missing keys
  if (!profile.capture || takers.length === 0 || !profile.resources.webhooks) return [];
  const findings = await examineCapture(profile);
  for (const { name, webhook } of takers) {
    const subject = `registration of ${name}`;
    if (!webhook?.restore && webhook?.id === undefined && profile.resources.webhooks.idPointer === undefined) {
      const message = 'is taken over, and removed afterwards only if the answer of POST /webhooks shows its id';
      findings.push(warning(subject, message, 'declare resources.webhooks.idPointer'));
      continue;
    }
    findings.push(
      webhook?.restore
        ? ok(subject, `is taken over, and ${webhook.restore.url} is put back`)
        : ok(subject, 'is taken over and removed afterwards; companies[].webhook.restore would put another one back'),
    );
  }
  return findings;
};
