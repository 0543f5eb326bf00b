import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const panel = z.object({
  id: z.int(),
  title: z.string().min(1),
  datasource: z.object({ uid: z.string() }),
  gridPos: z.object({ x: z.int().min(0), y: z.int().min(0), w: z.int().min(1), h: z.int().min(1) }),
  targets: z.array(z.object({ refId: z.string(), expr: z.string().min(1) })).min(1),
});

const dashboard = z
  .object({
    uid: z.literal('selo-load'),
    schemaVersion: z.int().min(41),
    templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
    panels: z.array(panel),
  })
  .parse(JSON.parse(readFileSync(new URL('./grafana-dashboard.json', import.meta.url), 'utf8')));

test('every panel has its own id and uses the chosen data source', () => {
  const { panels, templating } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(templating.list.find(({ type }) => type === 'datasource')?.name).toBe('datasource');
  for (const { datasource } of panels) expect(datasource.uid).toBe(`\${datasource}`);
});

test('no panel overlaps another or exceeds the 24 columns of the grid', () => {
  const taken = new Map<string, string>();
  for (const { title, gridPos } of dashboard.panels) {
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(taken.get(`${x},${y}`), title).toBeUndefined();
        taken.set(`${x},${y}`, title);
      }
    }
  }
});

test.each([
  'k6_http_reqs_total',
  'k6_http_req_duration_p50',
  'k6_http_req_duration_p95',
  'k6_http_req_duration_p99',
  'k6_iterations_total',
  'k6_dropped_iterations_total',
  'k6_schedule_lag_p99',
  'k6_webhooks_due_total',
  'k6_webhooks_lost_total',
  'k6_webhooks_duplicated_total',
  'k6_passive_judged_total',
  'k6_passive_violations_total',
])('a panel shows %s', (metric) => {
  const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(asked.some((expr) => expr.includes(`${metric}{`))).toBe(true);
});
