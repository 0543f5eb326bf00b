/** What a generator leaves in its folder: a line for each journey. */
export const journeysFile = 'journeys.jsonl';
/** And what k6 counted, when it has ended. */
export const summaryFile = 'k6-summary.json';
/** The plan that it followed. */
export const planFile = 'plan.json';
/** k6's own page. */
export const dashboardFile = 'k6-dashboard.html';
