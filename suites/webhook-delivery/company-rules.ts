import type { Capability } from '../capability.ts';
import type { CheckContext, FlowShop, RegistrationShop } from '../check-context.ts';
import type { Rule } from '../rule.ts';

const needed = ['create orders', 'completed flow', 'webhooks'] as const;

interface CompanyRule<Shop> extends Omit<Rule, 'needs' | 'check'> {
  /** What the profile must offer besides orders, a flow on `completed` and webhooks. */
  needs?: readonly Capability[];
  check(shop: Shop, context: CheckContext): Promise<void>;
}

/** A rule about the notifications of a company with a flow on `completed`, which its check shares. */
export const aboutNotifications = ({ needs = [], check, ...about }: CompanyRule<FlowShop>): Rule => ({
  ...about,
  needs: [...needed, ...needs],
  check: async (context) => check(await context.flowShop('completed flow'), context),
});

/** A rule about the registration of such a company, which its check takes for itself. */
export const aboutRegistration = ({ needs = [], check, ...about }: CompanyRule<RegistrationShop>): Rule => ({
  ...about,
  needs: [...needed, ...needs],
  check: async (context) => check(await context.registrationShop('completed flow'), context),
});
