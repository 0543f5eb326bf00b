import { type Discovery, discover } from '../../cli/doctor/discovery/discover.ts';
import { simulate } from '../../simulation/simulated-run.ts';
import type { TimelessWrap } from '../../suites/broken-handling.ts';

/** What `init` finds on a simulated platform if it knows only the address and one company. */
export const discovered = async (wrap: TimelessWrap): Promise<Discovery> => {
  let found: Discovery | undefined;
  await simulate(
    {
      seed: 1,
      depth: 'quick',
      platform: { wrap },
      before: async ({ profile, openClient, runtime }) => {
        await using client = openClient({ redact: (text) => text, onExchange: () => {} });
        const [company] = profile.companies;
        if (!company) throw new Error('a profile has a company');
        const { name, token } = company;
        found = await discover({
          client,
          runtime,
          say: () => {},
          questions: { step: async () => undefined },
          profile: { ...profile, resources: {}, companies: [{ name, token, webhook: { takeOver: true } }] },
        });
        return () => profile;
      },
    },
    async () => {},
  );
  if (!found) throw new Error('the discovery ended without a result');
  return found;
};
