/** One thing that the doctor looked at. */
export interface Finding {
  subject: string;
  /** `problem`: rules would be judged wrongly or not at all. `warning`: some will be unverified, or need a second look. */
  state: 'ok' | 'warning' | 'problem';
  /** What was seen. */
  told: string;
  /** What to do, naming the key of the profile. */
  advice?: string;
  /** That cannot be judged because of it. */
  rules?: number;
}

export const ok = (subject: string, told: string): Finding => ({ subject, state: 'ok', told });
export const warning = (subject: string, told: string, advice: string): Finding => ({
  subject,
  state: 'warning',
  told,
  advice,
});
export const problem = (subject: string, told: string, advice: string): Finding => ({
  subject,
  state: 'problem',
  told,
  advice,
});
