/** One thing that the doctor looked at. */
export interface Finding {
  subject: string;
  /** `problem`: rules would be judged wrongly or not at all. `warning`: some will be unverified, or need a second look. */
  state: 'ok' | 'warning' | 'problem';
  /** What was seen. */
  message: string;
  /** What to do, naming the key of the profile. */
  advice?: string;
  /** That cannot be judged because of it. */
  rules?: number;
}

export const ok = (subject: string, message: string): Finding => ({ subject, state: 'ok', message });
export const warning = (subject: string, message: string, advice: string): Finding => ({
  subject,
  state: 'warning',
  message,
  advice,
});
export const problem = (subject: string, message: string, advice: string): Finding => ({
  subject,
  state: 'problem',
  message,
  advice,
});
