// Polls Selo for the next action and calls the hooks of the software.
const { SELO_URL, SELO_CONTROL_TOKEN, HOOKS_URL } = process.env;
const json = { 'content-type': 'application/json' };
const headers = { ...json, authorization: `Bearer ${SELO_CONTROL_TOKEN}` };
const perform = async ({ action, parameters }) => {
  const asked = { method: 'POST', headers: json, body: JSON.stringify(parameters) };
  const answer = await fetch(`${HOOKS_URL}/${action}`, action === 'state' ? {} : asked);
  const { id, code, coupons, message = `${answer.status}` } = await answer.json().catch(() => ({}));
  if (answer.ok) return { outcome: 'done', id, code, coupons };
  return { outcome: [404, 409, 422, 501].includes(answer.status) ? 'cannot' : 'failed', message };
};
const failed = (error) => ({ outcome: 'failed', message: String(error) });
for (let last; ; ) {
  try {
    const next = await fetch(`${SELO_URL}/selo/actions/next?wait=30`, { headers, signal: AbortSignal.timeout(40_000) });
    if (next.status === 204) continue;
    if (!next.ok) throw new Error(`Selo answered ${next.status}`);
    const { number, ...action } = await next.json();
    // an action comes again if its answer was lost: it is answered again, but not performed again
    if (number !== last?.number) last = { number, body: JSON.stringify(await perform(action).catch(failed)) };
    await fetch(`${SELO_URL}/selo/actions/${number}`, { method: 'POST', headers, body: last.body });
  } catch (error) {
    process.stderr.write(`${error.message}; asked again in 2 s\n`);
    await new Promise((resume) => setTimeout(resume, 2_000));
  }
}
